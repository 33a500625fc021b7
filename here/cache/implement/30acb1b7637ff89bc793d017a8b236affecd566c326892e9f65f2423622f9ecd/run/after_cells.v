module inverse_behind (input C, D, output Q, QN);
  DFF_X1 _TECHMAP_REPLACE_ (.CK(C), .D(D), .Q(Q), .QN(QN));
endmodule
module inverse_behind_scan (input C, D, S, E, output Q, QN);
  SDFF_X1 _TECHMAP_REPLACE_ (.CK(C), .D(D), .SI(S), .SE(E), .Q(Q), .QN(QN));
endmodule
