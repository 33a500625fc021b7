module inverse_before (input C, D, output Q, QN);
wire unused;
  wire n;
  INV_X1 i (.A(D), .ZN(n));
  DFF_X1 f (.CK(C), .D(n), .Q(Q), .QN(unused));
endmodule
module inverse_before_both (input C, D, output Q, QN);
  wire n;
  INV_X1 i (.A(D), .ZN(n));
  DFF_X1 f (.CK(C), .D(n), .Q(Q), .QN(QN));
endmodule
