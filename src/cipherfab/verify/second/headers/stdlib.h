/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CIPHERFAB_STDLIB_H
#define CIPHERFAB_STDLIB_H
#include <stddef.h>
void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void free(void *object);
void exit(int code);
void abort(void);
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#endif
