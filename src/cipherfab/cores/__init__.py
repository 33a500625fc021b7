"""Core names, which components make a core, and writing it as Verilog."""
