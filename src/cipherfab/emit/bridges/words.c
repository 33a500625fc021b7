// SPDX-License-Identifier: Apache-2.0
// Words of the LWC Hardware API through the registers of @TOP@ (@NAME@).
//
// PDI, SDI and DO are served in turn, as far as their levels allow, since a message is longer than a FIFO.
#include "@TOP@_words.h"

#include <string.h>

#ifdef @UPPER@_CALLBACKS
uint32_t (*@TOP@_read)(uintptr_t address);
void (*@TOP@_write)(uintptr_t address, uint32_t value);
#define READ(name) @TOP@_read(base + (uintptr_t)offsetof(@TOP@_regs_t, name))
#define WRITE(name, value) @TOP@_write(base + (uintptr_t)offsetof(@TOP@_regs_t, name), value)
#else
#define AT(name) (*(volatile uint32_t *)(base + (uintptr_t)offsetof(@TOP@_regs_t, name)))
#define READ(name) AT(name)
#define WRITE(name, value) ((void)(AT(name) = (value)))
#endif
#define FIELD(value, name) ((value) >> @UPPER@_REGS__##name##_bp & ((1u << @UPPER@_REGS__##name##_bw) - 1u))

void @TOP@_add(struct feed *feed, uint8_t code, uint8_t flags, uint32_t segment, const uint8_t *data, size_t bytes)
{
    struct part part = {code, flags, segment, data, bytes};
    feed->parts[feed->count] = part;
    feed->count++;
}

bool @TOP@_more(const struct feed *feed)
{
    return (feed->head_left != 0u) || (feed->left != 0u) || (feed->next < feed->count);
}

// Begin the next instruction or segment. A part that is not through stays the next one.
static void begin(struct feed *feed)
{
    struct part *part = &feed->parts[feed->next];
    size_t bytes = part->bytes < part->segment ? part->bytes : part->segment;
    bool is_segment = part->segment != 0u;
    uint8_t flags = (bytes == part->bytes) && is_segment ? part->flags : 0u;
    feed->head[0] = (uint8_t)((uint32_t)part->code << 4 | flags);
    feed->head[1] = 0;
    feed->head[2] = (uint8_t)(bytes >> 8);
    feed->head[3] = (uint8_t)bytes;
    feed->head_left = WORD_BYTES;
    if (is_segment) {
        feed->head_left = HEADER_BYTES;
    }
    feed->data = part->data;
    feed->left = part->data != NULL ? bytes : 0u;
    part->bytes -= bytes;
    if (part->data != NULL) {
        part->data += bytes;
    }
    if (part->bytes == 0u) {
        feed->next++;
    }
}

// Bytes as a word, the first in bits 7 to 0.
static uint32_t packed(const uint8_t *from, size_t bytes)
{
    uint32_t word = 0;
    for (size_t i = 0; i < bytes; i++) {
        word |= (uint32_t)from[i] << (8u * i);
    }
    return word;
}

// The next word; the last one of a segment is filled with zeros.
static uint32_t next_word(struct feed *feed)
{
    uint32_t word;
    if ((feed->head_left == 0u) && (feed->left == 0u)) {
        begin(feed);
    }
    if (feed->head_left != 0u) {
        word = packed(feed->head, WORD_BYTES);
        (void)memmove(feed->head, feed->head + WORD_BYTES, HEADER_BYTES - WORD_BYTES);
        feed->head_left -= WORD_BYTES;
    } else {
        size_t bytes = feed->left < WORD_BYTES ? feed->left : WORD_BYTES;
        word = packed(feed->data, bytes);
        feed->data += bytes;
        feed->left -= bytes;
    }
    return word;
}

// Bytes of a segment to where its type belongs, never more than there is room for.
static void keep(struct answer *answer, uint32_t word, size_t bytes)
{
    uint32_t type = answer->header >> 28;
    bool is_data = (type == PLAINTEXT) || (type == CIPHERTEXT);
    uint8_t **to = is_data ? &answer->data : &answer->tag;
    size_t *room = is_data ? &answer->data_room : &answer->tag_room;
    size_t kept = bytes < *room ? bytes : *room;
    for (size_t i = 0; i < kept; i++) {
        (*to)[i] = (uint8_t)(word >> (8u * i));
    }
    if (kept != 0u) {
        *to += kept;
        *room -= kept;
    }
}

// A word of a header, whose length says how much data follows.
static void take_header(struct answer *answer, uint32_t word)
{
    if (answer->header_left == 0u) {
        answer->header_left = HEADER_BYTES;
    }
    for (size_t i = 0; i < WORD_BYTES; i++) {
        answer->header = answer->header << 8 | (word >> (8u * i) & 0xffu);
    }
    answer->header_left -= WORD_BYTES;
    if (answer->header_left == 0u) {
        answer->left = answer->header & 0xffffu;
    }
}

// A word of DO: data, a part of a header, or a status, which stands where a header would begin.
static void take(struct answer *answer, uint32_t word)
{
    uint8_t code = (uint8_t)(word >> 4 & 0xfu);
    if (answer->left != 0u) {
        size_t bytes = answer->left < WORD_BYTES ? answer->left : WORD_BYTES;
        keep(answer, word, bytes);
        answer->left -= bytes;
    } else if ((answer->header_left == 0u) && ((code == SUCCESS) || (code == FAILURE))) {
        answer->status = code;
    } else {
        take_header(answer, word);
    }
}

// Whether nothing is left to do: see @TOP@_run.
static bool is_through(const struct feed *pdi, const struct feed *sdi, const struct answer *answer, bool whole)
{
    bool moved = !@TOP@_more(pdi) && !@TOP@_more(sdi) && (answer->data_room == 0u) && (answer->tag_room == 0u);
    return (answer->status != 0u) || (moved && !whole);
}

// Move as many words as the levels of the FIFOs allow; how many.
static uint32_t move(uintptr_t base, struct feed *pdi, struct feed *sdi, struct answer *answer)
{
    uint32_t status = READ(STATUS);
    uint32_t moved = 0;
#if !@UPPER@_KEY_PORT
    for (uint32_t level = FIELD(status, STATUS__SDI_SPACE); (level != 0u) && @TOP@_more(sdi); level--) {
        WRITE(SDI, next_word(sdi));
        moved++;
    }
#else
    (void)sdi;
#endif
    for (uint32_t level = FIELD(status, STATUS__PDI_SPACE); (level != 0u) && @TOP@_more(pdi); level--) {
        WRITE(PDI, next_word(pdi));
        moved++;
    }
    for (uint32_t level = FIELD(status, STATUS__DO_LEVEL); (level != 0u) && (answer->status == 0u); level--) {
        take(answer, READ(DO));
        moved++;
    }
    return moved;
}

int @TOP@_run(uintptr_t base, struct feed *pdi, struct feed *sdi, struct answer *answer, bool whole)
{
    uint32_t idle = 0;
#if @UPPER@_MASTERS > 1
    if (FIELD(READ(STATUS), STATUS__MINE) == 0u) {
        return @UPPER@_BUSY;
    }
#endif
    @UPPER@_BARRIER();
    while (!is_through(pdi, sdi, answer, whole) && (idle <= @UPPER@_POLLS)) {
        if (move(base, pdi, sdi, answer) != 0u) {
            idle = 0;
        } else {
            idle++;
            @UPPER@_WAIT();
        }
    }
    @UPPER@_BARRIER();
    if (idle > @UPPER@_POLLS) {
        @TOP@_reset(base);
        return @UPPER@_TIMEOUT;
    }
    return answer->status == FAILURE ? @UPPER@_REFUSED : @UPPER@_OK;
}

void @TOP@_add_start(struct feed *pdi, struct feed *sdi, uint8_t opcode, const uint8_t *key, uint8_t flags,
    const uint8_t *nonce)
{
    if (key != NULL) {
#if @UPPER@_KEY_PORT
        (void)sdi;
#else
        @TOP@_add(sdi, LOAD_KEY, 0, 0, NULL, 0);
        @TOP@_add(sdi, KEY, END_OF_INPUT | END_OF_TYPE | LAST, DATA_SEGMENT, key, @UPPER@_KEY_BYTES);
#endif
        @TOP@_add(pdi, ACTIVATE_KEY, 0, 0, NULL, 0);
    }
    @TOP@_add(pdi, opcode, 0, 0, NULL, 0);
    @TOP@_add(pdi, NONCE, flags | END_OF_TYPE, DATA_SEGMENT, nonce, @UPPER@_NONCE_BYTES);
}

int @TOP@_identify(uintptr_t base)
{
    uint32_t sizes = @KEY@u | @NONCE@u << 8 | @TAG@u << 16 | @DIGEST@u << 24;
    bool same = (READ(ID) == 0x43460001u) && (READ(SIZES) == sizes) &&
        (FIELD(READ(FEATURES), FEATURES__WORD_BYTES) == WORD_BYTES);
    return same ? @UPPER@_OK : @UPPER@_ABSENT;
}

void @TOP@_reset(uintptr_t base)
{
    WRITE(CONTROL, @UPPER@_REGS__CONTROL__RESET_bm);
}

void @TOP@_enable(uintptr_t base, uint32_t mask)
{
    WRITE(INTERRUPT_ENABLE, mask);
}

uint32_t @TOP@_interrupts(uintptr_t base)
{
    uint32_t found = READ(INTERRUPT);
    WRITE(INTERRUPT, found);
    return found;
}

#if @UPPER@_MASTERS > 1
int @TOP@_claim(uintptr_t base)
{
    WRITE(CONTROL, @UPPER@_REGS__CONTROL__CLAIM_bm);
    return FIELD(READ(STATUS), STATUS__MINE) != 0u ? @UPPER@_OK : @UPPER@_BUSY;
}

void @TOP@_release(uintptr_t base)
{
    WRITE(CONTROL, @UPPER@_REGS__CONTROL__UNCLAIM_bm);
}
#endif

#if @GUARDED@
uint32_t @TOP@_guards(uintptr_t base)
{
    return READ(GUARDS);
}
#endif

#if @TELLS@
uint32_t @TOP@_service(uintptr_t base)
{
    return READ(SERVICE);
}
#endif
