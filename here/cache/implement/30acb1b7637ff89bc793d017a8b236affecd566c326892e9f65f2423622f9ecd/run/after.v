module inverse_behind (input C, D, output Q, QN);
wire unused;
  DFF_X1 f (.CK(C), .D(D), .Q(Q), .QN(unused));
  INV_X1 i (.A(Q), .ZN(QN));
endmodule
module inverse_behind_scan (input C, D, S, E, output Q, QN);
  SDFF_X1 f (.CK(C), .D(D), .SI(S), .SE(E), .Q(Q));
  INV_X1 i (.A(Q), .ZN(QN));
endmodule
