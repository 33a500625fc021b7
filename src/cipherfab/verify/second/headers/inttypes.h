/* SPDX-License-Identifier: Apache-2.0 */
#include <stdint.h>
#define PRIu64 "lu"
#define PRIx64 "lx"
#define PRIX64 "lX"
#define PRIu32 "u"
#define PRIx32 "x"
#define PRIX32 "X"
#define PRIu8 "u"
#define PRIx8 "x"
