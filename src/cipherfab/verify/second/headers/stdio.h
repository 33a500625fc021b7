/* SPDX-License-Identifier: Apache-2.0 */
/* What is printed changes no result; what printing returns is not given. */
#ifndef CIPHERFAB_STDIO_H
#define CIPHERFAB_STDIO_H
#include <stddef.h>
typedef long ssize_t;
typedef struct cipherfab_file { int number; } FILE;
extern FILE *stdout;
extern FILE *stderr;
void printf(const char *format, ...);
void fprintf(FILE *file, const char *format, ...);
void puts(const char *text);
void putchar(int character);
#endif
