`define ROUNDS 28
