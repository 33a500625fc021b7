"""What the commands of the command line do; `cli` only reads their arguments."""
