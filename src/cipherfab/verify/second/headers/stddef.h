/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CIPHERFAB_STDDEF_H
#define CIPHERFAB_STDDEF_H
typedef unsigned long size_t;
typedef long ptrdiff_t;
#define NULL ((void *)0)
#endif
