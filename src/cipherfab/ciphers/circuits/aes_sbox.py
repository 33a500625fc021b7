# SPDX-License-Identifier: Apache-2.0
"""Circuits of the AES S-box, as data.

Inputs are called ``u0`` (the most significant bit) to ``u7``, outputs ``s0`` to ``s7``; the rest as
in the papers.
"""

SMALL = """
y14 = u3 ^ u5; y13 = u0 ^ u6; y9 = u0 ^ u3; y8 = u0 ^ u5; t0 = u1 ^ u2; y1 = t0 ^ u7; y4 = y1 ^ u3;
y12 = y13 ^ y14;
y2 = y1 ^ u0; y5 = y1 ^ u6; y3 = y5 ^ y8; t1 = u4 ^ y12; y15 = t1 ^ u5; y20 = t1 ^ u1;
y6 = y15 ^ u7; y10 = y15 ^ t0;
y11 = y20 ^ y9; y7 = u7 ^ y11; y17 = y10 ^ y11; y19 = y10 ^ y8; y16 = t0 ^ y11; y21 = y13 ^ y16;
y18 = u0 ^ y16;
t2 = y12 & y15; t3 = y3 & y6; t4 = t3 ^ t2; t5 = y4 & u7; t6 = t5 ^ t2; t7 = y13 & y16;
t8 = y5 & y1; t9 = t8 ^ t7;
t10 = y2 & y7; t11 = t10 ^ t7; t12 = y9 & y11; t13 = y14 & y17; t14 = t13 ^ t12; t15 = y8 & y10;
t16 = t15 ^ t12;
t17 = t4 ^ y20; t18 = t6 ^ t16; t19 = t9 ^ t14; t20 = t11 ^ t16; t21 = t17 ^ t14; t22 = t18 ^ y19;
t23 = t19 ^ y21;
t24 = t20 ^ y18; t25 = t21 ^ t22; t26 = t21 & t23; t27 = t24 ^ t26; t28 = t25 & t27;
t29 = t28 ^ t22;
t30 = t23 ^ t24; t31 = t22 ^ t26; t32 = t31 & t30; t33 = t32 ^ t24; t34 = t23 ^ t33;
t35 = t27 ^ t33;
t36 = t24 & t35; t37 = t36 ^ t34; t38 = t27 ^ t36; t39 = t29 & t38; t40 = t25 ^ t39;
t41 = t40 ^ t37;
t42 = t29 ^ t33; t43 = t29 ^ t40; t44 = t33 ^ t37; t45 = t42 ^ t41; z0 = t44 & y15; z1 = t37 & y6;
z2 = t33 & u7;
z3 = t43 & y16; z4 = t40 & y1; z5 = t29 & y7; z6 = t42 & y11; z7 = t45 & y17; z8 = t41 & y10;
z9 = t44 & y12;
z10 = t37 & y3; z11 = t33 & y4; z12 = t43 & y13; z13 = t40 & y5; z14 = t29 & y2; z15 = t42 & y9;
z16 = t45 & y14;
z17 = t41 & y8; tc1 = z15 ^ z16; tc2 = z10 ^ tc1; tc3 = z9 ^ tc2; tc4 = z0 ^ z2; tc5 = z1 ^ z0;
tc6 = z3 ^ z4;
tc7 = z12 ^ tc4; tc8 = z7 ^ tc6; tc9 = z8 ^ tc7; tc10 = tc8 ^ tc9; tc11 = tc6 ^ tc5; tc12 = z3 ^ z5;
tc13 = z13 ^ tc1; tc14 = tc4 ^ tc12; s3 = tc3 ^ tc11; tc16 = z6 ^ tc8; tc17 = z14 ^ tc10;
tc18 = tc13 ^ tc14;
s7 = z12 # tc18; tc20 = z15 ^ tc16; tc21 = tc2 ^ z11; s0 = tc3 ^ tc16; s6 = tc10 # tc18;
s4 = tc14 ^ s3;
s1 = s3 # tc16; tc26 = tc17 ^ tc20; s2 = tc26 # z17; s5 = tc21 ^ tc17
"""
"""Smallest known: 113 gates (32 AND, 77 XOR, 4 XNOR), depth 27.

Source: C. Çalık, "SLP_AES_113", in the collection of circuits of R. Peralta (Yale); it improves the
115 gates of J. Boyar, R. Peralta, "A new combinational logic minimization technique with
applications to cryptology", SEA 2010 (IACR ePrint 2009/191).
"""

FAST_TOP = """
d = u7; t1 = u0 ^ u3; t2 = u0 ^ u5; t3 = u0 ^ u6; t4 = u3 ^ u5; t5 = u4 ^ u6; t6 = t1 ^ t5;
t7 = u1 ^ u2; t8 = u7 ^ t6;
t9 = u7 ^ t7; t10 = t6 ^ t7; t11 = u1 ^ u5; t12 = u2 ^ u5; t13 = t3 ^ t4; t14 = t6 ^ t11;
t15 = t5 ^ t11;
t16 = t5 ^ t12; t17 = t9 ^ t16; t18 = u3 ^ u7; t19 = t7 ^ t18; t20 = t1 ^ t19; t21 = u6 ^ u7;
t22 = t7 ^ t21;
t23 = t2 ^ t22; t24 = t2 ^ t10; t25 = t20 ^ t17; t26 = t3 ^ t16; t27 = t1 ^ t12
"""
"""Upper linear part of the depth-16 circuit: 27 XOR.

Source, also of the rest: J. Boyar, R. Peralta, "A Small Depth-16 Circuit for the AES S-Box", SEC
2012 (IACR ePrint 2011/332).
"""

INVERSE_TOP = """
t23 = u0 ^ u3; t22 = u1 # u3; t2 = u0 # u1; t1 = u3 ^ u4; t24 = u4 # u7; r5 = u6 ^ u7;
t8 = u1 # t23; t19 = t22 ^ r5;
t9 = u7 # t1; t10 = t2 ^ t24; t13 = t2 ^ r5; t3 = t1 ^ r5; t25 = u2 # t1; r13 = u1 ^ u6;
t17 = u2 # t19;
t20 = t24 ^ r13; t4 = u4 ^ t8; r17 = u2 # u5; r18 = u5 # u6; r19 = u2 # u4; d = u0 ^ r17;
t6 = t22 ^ r17;
t16 = r13 ^ r19; t27 = t1 ^ r18; t15 = t10 ^ t27; t14 = t10 ^ r18; t26 = t3 ^ t16
"""
"""The same for the inverse S-box: 27 XOR or XNOR. ``d`` is its Y5."""

MIDDLE = """
m1 = t13 & t6; m2 = t23 & t8; m3 = t14 ^ m1; m4 = t19 & d; m5 = m4 ^ m1; m6 = t3 & t16;
m7 = t22 & t9; m8 = t26 ^ m6;
m9 = t20 & t17; m10 = m9 ^ m6; m11 = t1 & t15; m12 = t4 & t27; m13 = m12 ^ m11; m14 = t2 & t10;
m15 = m14 ^ m11;
m16 = m3 ^ m2; m17 = m5 ^ t24; m18 = m8 ^ m7; m19 = m10 ^ m15; m20 = m16 ^ m13; m21 = m17 ^ m15;
m22 = m18 ^ m13;
m23 = m19 ^ t25; m24 = m22 ^ m23; m25 = m22 & m20; m26 = m21 ^ m25; m27 = m20 ^ m21;
m28 = m23 ^ m25;
m29 = m28 & m27; m30 = m26 & m24; m31 = m20 & m23; m32 = m27 & m31; m33 = m27 ^ m25;
m34 = m21 & m22;
m35 = m24 & m34; m36 = m24 ^ m25; m37 = m21 ^ m29; m38 = m32 ^ m33; m39 = m23 ^ m30;
m40 = m35 ^ m36;
m41 = m38 ^ m40; m42 = m37 ^ m39; m43 = m37 ^ m38; m44 = m39 ^ m40; m45 = m42 ^ m41; m46 = m44 & t6;
m47 = m40 & t8;
m48 = m39 & d; m49 = m43 & t16; m50 = m38 & t9; m51 = m37 & t17; m52 = m42 & t15; m53 = m45 & t27;
m54 = m41 & t10;
m55 = m44 & t13; m56 = m40 & t23; m57 = m39 & t19; m58 = m43 & t3; m59 = m38 & t22; m60 = m37 & t20;
m61 = m42 & t1;
m62 = m45 & t4; m63 = m41 & t2
"""
"""Inversion in GF(2^8) between the linear parts: 34 AND, 29 XOR."""

FAST_BOTTOM = """
l0 = m61 ^ m62; l1 = m50 ^ m56; l2 = m46 ^ m48; l3 = m47 ^ m55; l4 = m54 ^ m58; l5 = m49 ^ m61;
l6 = m62 ^ l5;
l7 = m46 ^ l3; l8 = m51 ^ m59; l9 = m52 ^ m53; l10 = m53 ^ l4; l11 = m60 ^ l2; l12 = m48 ^ m51;
l13 = m50 ^ l0;
l14 = m52 ^ m61; l15 = m55 ^ l1; l16 = m56 ^ l0; l17 = m57 ^ l1; l18 = m58 ^ l8; l19 = m63 ^ l4;
l20 = l0 ^ l1;
l21 = l1 ^ l7; l22 = l3 ^ l12; l23 = l18 ^ l2; l24 = l15 ^ l9; l25 = l6 ^ l10; l26 = l7 ^ l9;
l27 = l8 ^ l10;
l28 = l11 ^ l14; l29 = l11 ^ l17; s0 = l6 ^ l24; s1 = l16 # l26; s2 = l19 # l28; s3 = l6 ^ l21;
s4 = l20 ^ l22;
s5 = l25 ^ l29; s6 = l13 # l27; s7 = l6 # l23
"""
"""Lower linear part: 38 XOR or XNOR."""

INVERSE_BOTTOM = """
p0 = m52 ^ m61; p1 = m58 ^ m59; p2 = m54 ^ m62; p3 = m47 ^ m50; p4 = m48 ^ m56; p5 = m46 ^ m51;
p6 = m49 ^ m60;
p7 = p0 ^ p1; p8 = m50 ^ m53; p9 = m55 ^ m63; p10 = m57 ^ p4; p11 = p0 ^ p3; p12 = m46 ^ m48;
p13 = m49 ^ m51;
p14 = m49 ^ m62; p15 = m54 ^ m59; p16 = m57 ^ m61; p17 = m58 ^ p2; p18 = m63 ^ p5; p19 = p2 ^ p3;
p20 = p4 ^ p6;
p22 = p2 ^ p7; p23 = p7 ^ p8; p24 = p5 ^ p7; p25 = p6 ^ p10; p26 = p9 ^ p11; p27 = p10 ^ p18;
p28 = p11 ^ p25;
p29 = p15 ^ p20; s0 = p13 ^ p22; s1 = p26 ^ p29; s2 = p17 ^ p28; s3 = p12 ^ p22; s4 = p23 ^ p27;
s5 = p19 ^ p24;
s6 = p14 ^ p23; s7 = p9 ^ p16
"""
"""The same for the inverse S-box: 37 XOR."""
