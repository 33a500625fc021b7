# SPDX-License-Identifier: Apache-2.0
"""Circuits of PHOTON-256's MixColumnSerial, M^8 at once, on one column; row by row the matrix takes
475 XOR.

Bit b of row i of the column is ``x{4i + b}``, ``y{4i + b}`` in the result; bit 0 is the least
significant. No published circuit of this matrix was found, so both come from `xor_search.search`
with the rows that `photon.mix_columns_rows` gives.
"""

from ...words import Word
from .straightline import evaluate, numbered, outputs

FAST = """
t0 = x12 ^ x19; t1 = x17 ^ x22; t2 = x0 ^ x18; t3 = x1 ^ x13; t4 = x28 ^ x29; t5 = x21 ^ x25;
t6 = x15 ^ x31;
t7 = x16 ^ x24; t8 = x6 ^ x30; t9 = x4 ^ x23; t10 = x9 ^ x26; t11 = x11 ^ x20; t12 = x5 ^ x14;
t13 = x7 ^ x8;
t14 = x3 ^ x27; t15 = t1 ^ t2; t16 = x2 ^ x30; t17 = t3 ^ t5; t18 = t0 ^ t4; t19 = x10 ^ t6;
t20 = t7 ^ t11;
t21 = x16 ^ t14; t22 = x11 ^ t0; t23 = t1 ^ t10; t24 = x12 ^ x22; t25 = t12 ^ t24; t26 = x10 ^ x13;
t27 = x23 ^ x27;
t28 = x18 ^ x20; t29 = x13 ^ x24; t30 = x12 ^ x29; t31 = x14 ^ x23; t32 = x2 ^ x8; t33 = x25 ^ t12;
t34 = x26 ^ t13;
t35 = x21 ^ t29; t36 = x5 ^ t7; t37 = x20 ^ t30; t38 = t2 ^ t19; t39 = x22 ^ x31; t40 = t6 ^ t8;
t41 = t39 ^ t40;
t42 = x28 ^ t21; t43 = x8 ^ t17; t44 = x0 ^ x7; t45 = x10 ^ x18; t46 = x12 ^ x28; t47 = x24 ^ x27;
t48 = x17 ^ t9;
t49 = x7 ^ x10; t50 = x2 ^ t49; t51 = x1 ^ x6; t52 = x3 ^ x17; t53 = t0 ^ t30; t54 = t8 ^ t30;
t55 = x6 ^ t26;
t56 = x14 ^ t35; t57 = x0 ^ t0; t58 = t8 ^ t14; t59 = x5 ^ t10; t60 = x4 ^ t13; t61 = t13 ^ t17;
t62 = x7 ^ t3;
t63 = t10 ^ t12; t64 = x1 ^ t31; t65 = t15 ^ t27; t66 = t5 ^ t34; t67 = t18 ^ t58; t68 = t9 ^ t22;
t69 = t5 ^ t19;
t70 = t4 ^ t23; t71 = t16 ^ t45; t72 = t17 ^ t18; t73 = x26 ^ t20; t74 = x5 ^ t11; t75 = t56 ^ t74;
t76 = x11 ^ x14;
t77 = t22 ^ t35; t78 = t40 ^ t77; t79 = x10 ^ x29; t80 = x9 ^ x21; t81 = x13 ^ t4; t82 = x2 ^ t2;
t83 = x21 ^ x28;
t84 = x8 ^ t39; t85 = x16 ^ t76; t86 = t3 ^ t32; t87 = t9 ^ t86; t88 = x4 ^ t27; t89 = x16 ^ t2;
t90 = t53 ^ t89;
t91 = t50 ^ t83; t92 = x20 ^ x31; t93 = x10 ^ t92; t94 = x20 ^ t10; t95 = x15 ^ t85;
t96 = x12 ^ t32;
t97 = t15 ^ t81; t98 = t6 ^ t62; t99 = t16 ^ t98; t100 = x23 ^ t44; t101 = x11 ^ t100;
t102 = t33 ^ t71;
t103 = t27 ^ t102; t104 = x9 ^ t48; t105 = t23 ^ t28; t106 = x25 ^ t9; t107 = t13 ^ t92;
t108 = t46 ^ t51;
t109 = x17 ^ t82; t110 = t33 ^ t36; t111 = t104 ^ t108; t112 = t7 ^ t28; t113 = t18 ^ t84;
t114 = t14 ^ t82;
t115 = x9 ^ t46; t116 = x30 ^ t15; t117 = t5 ^ t52; t118 = t55 ^ t74; t119 = t6 ^ t18;
t120 = t96 ^ t110;
t121 = t34 ^ t88; t122 = t59 ^ t117; t123 = x24 ^ t88; t124 = x15 ^ t16; t125 = t84 ^ t87;
t126 = t1 ^ t36;
t127 = t80 ^ t87; t128 = t52 ^ t60; t129 = t36 ^ t115; t130 = x3 ^ x26; t131 = t63 ^ t124;
t132 = t64 ^ t124;
t133 = t15 ^ t33; t134 = t29 ^ t79; t135 = t22 ^ t134; t136 = t57 ^ t107; t137 = t15 ^ t93;
t138 = t44 ^ t54;
t139 = t47 ^ t54; t140 = t0 ^ t63; t141 = x24 ^ t61; t142 = x4 ^ t113; t143 = t15 ^ t108;
t144 = t101 ^ t114;
t145 = t86 ^ t94; t146 = t51 ^ t105; t147 = t14 ^ t116; t148 = t14 ^ t136; t149 = t4 ^ t20;
t150 = x19 ^ t149;
t151 = t20 ^ t53; t152 = t31 ^ t90; t153 = t18 ^ t91; t154 = t57 ^ t76; t155 = t8 ^ t25;
t156 = t59 ^ t71;
t157 = t36 ^ t109; t158 = t72 ^ t121; t159 = t21 ^ t118; t160 = t112 ^ t140; t161 = t38 ^ t42;
y11 = t43 ^ t129;
t162 = t65 ^ t73; y24 = t99 ^ t151; t163 = t43 ^ t68; t164 = t83 ^ t156; t165 = t69 ^ t126;
t166 = t41 ^ t66;
t167 = t40 ^ t122; t168 = t104 ^ t138; y3 = t37 ^ t103; t169 = t67 ^ t133; t170 = t38 ^ t64;
t171 = t42 ^ t69;
t172 = t65 ^ t119; t173 = t66 ^ t139; t174 = t23 ^ t132; t175 = t95 ^ t128; t176 = t73 ^ t143;
y9 = t41 ^ t144;
t177 = t38 ^ t155; t178 = t41 ^ t43; y10 = t123 ^ t148; t179 = t102 ^ t149; t180 = t55 ^ t70;
t181 = t70 ^ t98;
t182 = t42 ^ t154; y0 = t78 ^ t130; y26 = t97 ^ t131; y13 = t111 ^ t135; y29 = t75 ^ t172;
y5 = t146 ^ t171;
y1 = t166 ^ t182; y19 = t157 ^ t158; y17 = t100 ^ t165; y30 = t152 ^ t178; y8 = t120 ^ t180;
y28 = t127 ^ t161;
y22 = t142 ^ t159; y18 = t106 ^ t176; y23 = t75 ^ t168; y25 = t72 ^ t175; y16 = t145 ^ t169;
y12 = t137 ^ t173;
y15 = t150 ^ t167; y21 = t68 ^ t164; y14 = t60 ^ t179; y31 = t136 ^ t174; y6 = t153 ^ t162;
y2 = t123 ^ t181;
y20 = t141 ^ t177; y4 = t125 ^ t160; y27 = t67 ^ t170; y7 = t147 ^ t163
"""
"""215 XOR, depth 5, the least possible (an output is the sum of up to 22 inputs).

From ``search(mix_columns_rows(), 32, depth=5, seed=3, moves=700000)``.
"""

SMALL = """
t0 = x12 ^ x19; t1 = x28 ^ x29; t2 = x0 ^ x23; t3 = x1 ^ x13; t4 = x18 ^ x22; t5 = x8 ^ x25;
t6 = x15 ^ x31;
t7 = x16 ^ x24; t8 = x14 ^ x30; t9 = x11 ^ x21; t10 = x5 ^ t1; t11 = x3 ^ x6; t12 = x27 ^ t0;
t13 = x2 ^ x9;
t14 = x4 ^ t3; t15 = x17 ^ x26; t16 = t4 ^ t15; t17 = x7 ^ t5; t18 = x6 ^ x12; t19 = x10 ^ t8;
t20 = x25 ^ t7;
t21 = x26 ^ t20; t22 = x20 ^ t10; t23 = x7 ^ x20; t24 = x21 ^ t18; t25 = x0 ^ t8; t26 = x17 ^ t9;
t27 = t22 ^ t26;
t28 = x2 ^ t7; t29 = t1 ^ t14; t30 = t11 ^ t12; t31 = x2 ^ x23; t32 = x13 ^ x24; t33 = x15 ^ x16;
t34 = x4 ^ x11;
t35 = x18 ^ t19; t36 = x10 ^ t24; t37 = t31 ^ t36; t38 = t0 ^ t26; t39 = t37 ^ t38; t40 = x4 ^ t8;
t41 = x30 ^ t24;
t42 = x27 ^ x29; t43 = t41 ^ t42; t44 = x22 ^ t15; t45 = x20 ^ t16; t46 = t3 ^ t6; t47 = x6 ^ t46;
t48 = x24 ^ x31;
t49 = x8 ^ x16; t50 = x5 ^ x21; t51 = t9 ^ t28; t52 = t23 ^ t51; t53 = x10 ^ x13; t54 = x14 ^ t4;
t55 = t2 ^ t13;
t56 = x27 ^ t31; t57 = t35 ^ t56; t58 = x30 ^ t15; t59 = t38 ^ t58; t60 = t57 ^ t59;
t61 = t10 ^ t42; t62 = t6 ^ t44;
t63 = x7 ^ t62; t64 = x8 ^ t0; t65 = t2 ^ t12; t66 = t54 ^ t65; t67 = t33 ^ t66; t68 = t28 ^ t50;
t69 = t67 ^ t68;
t70 = t23 ^ t64; t71 = t6 ^ t70; t72 = x3 ^ x4; t73 = t3 ^ t72; t74 = t16 ^ t73; t75 = t2 ^ t5;
t76 = t74 ^ t75;
t77 = t27 ^ t32; t78 = x28 ^ t18; t79 = t75 ^ t78; t80 = t77 ^ t79; t81 = t16 ^ t30;
t82 = t22 ^ t34;
t83 = t35 ^ t82; t84 = t6 ^ t11; t85 = x9 ^ t84; t86 = t20 ^ t34; t87 = t13 ^ t29; t88 = x22 ^ t30;
t89 = x12 ^ t22;
t90 = x28 ^ t89; t91 = t57 ^ t90; t92 = t25 ^ t48; t93 = t7 ^ t55; t94 = t8 ^ t44; t95 = t11 ^ t94;
t96 = x10 ^ t50;
t97 = x31 ^ t54; t98 = x1 ^ t5; t99 = t45 ^ t98; t100 = t17 ^ t80; t101 = x24 ^ t87;
t102 = t36 ^ t92;
t103 = t17 ^ t102; t104 = x14 ^ t103; t105 = t21 ^ t63; t106 = t3 ^ t5; t107 = t22 ^ t106;
t108 = t13 ^ t107;
t109 = t90 ^ t108; t110 = x5 ^ t97; t111 = t2 ^ t70; t112 = t48 ^ t111; t113 = t43 ^ t52;
t114 = t12 ^ t113;
t115 = t17 ^ t33; t116 = x30 ^ t93; t117 = t29 ^ t97; t118 = t17 ^ t83; t119 = t35 ^ t65;
t120 = t1 ^ t119;
t121 = x28 ^ t9; t122 = t56 ^ t63; t123 = t20 ^ t89; t124 = x31 ^ t82; t125 = t88 ^ t124;
t126 = x9 ^ t40;
t127 = t61 ^ t96; t128 = t49 ^ t127; t129 = x26 ^ t115; t130 = t88 ^ t121; t131 = t129 ^ t130;
t132 = t55 ^ t128;
t133 = t97 ^ t122; t134 = x11 ^ t133; t135 = t25 ^ t108; t136 = x15 ^ t135; t137 = t61 ^ t126;
t138 = t116 ^ t117;
t139 = t27 ^ t138; t140 = t84 ^ t120; t141 = t42 ^ t45; t142 = t44 ^ t69; t143 = t2 ^ t96;
t144 = x14 ^ t29;
t145 = t115 ^ t144; t146 = x17 ^ t59; t147 = x0 ^ t146; t148 = t71 ^ t94; t149 = t79 ^ t116;
t150 = t6 ^ t77;
t151 = t49 ^ t125; t152 = x27 ^ t59; t153 = t79 ^ t86; t154 = t53 ^ t149; t155 = t59 ^ t84;
t156 = x1 ^ t55;
t157 = x29 ^ t94; y0 = t32 ^ t155; t158 = t85 ^ t146; y26 = t99 ^ t136; t159 = t74 ^ t132;
y11 = t68 ^ t109;
y9 = t95 ^ t134; y24 = t47 ^ t114; t160 = t85 ^ t99; t161 = t52 ^ t157; y17 = t105 ^ t143;
t162 = t46 ^ t110;
t163 = t43 ^ t106; y3 = x25 ^ t91; t164 = x3 ^ t145; y10 = t72 ^ t112; y1 = t25 ^ t131;
y27 = x1 ^ t140;
y13 = t39 ^ t101; y29 = t66 ^ t150; y7 = t76 ^ t152; y15 = t123 ^ t158; y28 = t62 ^ t159;
y30 = t67 ^ t163;
y19 = t142 ^ t145; y14 = t28 ^ t118; y5 = t128 ^ t160; y12 = t104 ^ t141; y16 = t81 ^ t135;
y25 = t38 ^ t164;
y18 = t99 ^ t153; y22 = t53 ^ t151; y8 = t154 ^ t157; y31 = t148 ^ t156; y6 = t119 ^ t161;
y2 = t101 ^ t122;
y20 = t104 ^ t162; y4 = t139 ^ t147; y21 = t60 ^ t137; y23 = t100 ^ t126
"""
"""197 XOR, depth 8.

From ``search(mix_columns_rows(), 32, depth=8, seed=1, moves=700000)``.
"""

PROGRAMS = {"fast": FAST, "small": SMALL}


def mix_column(x: list[Word], style: str) -> list[Word]:
    """MixColumnSerial by one of the `PROGRAMS`.

    Args:
        x: the 32 bits of a column, or of several columns as words, bit by bit.
        style: ``"fast"`` or ``"small"``.
    """
    return outputs(evaluate(PROGRAMS[style], numbered(x, "x")), "y", 32)
