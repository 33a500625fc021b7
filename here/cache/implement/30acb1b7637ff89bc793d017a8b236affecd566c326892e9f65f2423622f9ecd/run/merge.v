module SDFF_X1 (input CK, D, SI, SE, output Q);
  wire data, unused;
  MUX2_X1 choice (.A(D), .B(SI), .S(SE), .Z(data));
  DFF_X1 flop (.CK(CK), .D(data), .Q(Q), .QN(unused));
endmodule
