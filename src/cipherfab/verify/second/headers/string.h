/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CIPHERFAB_STRING_H
#define CIPHERFAB_STRING_H
#include <stddef.h>
void *memcpy(void *target, const void *source, size_t count);
void *memmove(void *target, const void *source, size_t count);
void *memset(void *target, int value, size_t count);
int memcmp(const void *one, const void *other, size_t count);
size_t strlen(const char *text);
#endif
