module inverse_before (input C, D, output Q, QN);
  DFF_X1 _TECHMAP_REPLACE_ (.CK(C), .D(D), .QN(Q));
endmodule
module inverse_before_both (input C, D, output Q, QN);
  DFF_X1 _TECHMAP_REPLACE_ (.CK(C), .D(D), .Q(QN), .QN(Q));
endmodule
