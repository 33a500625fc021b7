/* SPDX-License-Identifier: Apache-2.0 */
/* An assertion is proved with the rest. */
#ifndef CIPHERFAB_ASSERT_H
#define CIPHERFAB_ASSERT_H
void __asserted(_Bool held);
#ifdef NDEBUG
#define assert(held) ((void)0)
#else
#define assert(held) __asserted(held)
#endif
#endif
