"""What is right: known-answer files, and the messages that a core is given."""
