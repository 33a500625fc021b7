/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CIPHERFAB_STDBOOL_H
#define CIPHERFAB_STDBOOL_H
#define bool _Bool
#define true 1
#define false 0
#endif
