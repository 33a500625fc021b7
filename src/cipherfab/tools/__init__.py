"""How the external tools are called: each in a process of its own, with a log and a time limit."""
