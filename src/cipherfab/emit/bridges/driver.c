// SPDX-License-Identifier: Apache-2.0
// Driver of @TOP@ (@NAME@): words of the LWC Hardware API through the FIFOs of its registers.
//
// PDI, SDI and DO are served in turn, as far as their levels allow, since a message is longer than a FIFO.
#include "@TOP@_driver.h"

#include <string.h>

// Bytes of a word, and the longest segments that are whole blocks: the API gives a length 16 bits.
#define WORD_BYTES @BYTES@u
#define SEGMENT(step) (65535u / (step) * (step))
#define AD_SEGMENT SEGMENT(@AD_STEP@u)
#define DATA_SEGMENT SEGMENT(@DATA_STEP@u)
#define HASH_SEGMENT SEGMENT(@HASH_STEP@u)
#define OUTPUT_SEGMENT SEGMENT(@XOF_STEP@u)
#define HEADER_BYTES 4u

// Opcodes, segment types and status of the API, in the top 4 bits of a word; flags of a header.
enum { ENCRYPT = 0x2, DECRYPT = 0x3, LOAD_KEY = 0x4, ACTIVATE_KEY = 0x7, HASH = 0x8, SUCCESS = 0xe, FAILURE = 0xf };
// Instructions and a type of segments that are an addition to the API: outputs of any length.
enum { XOF = 0xa, CXOF = 0xb, LENGTH = 0xa };
enum { AD = 0x1, PLAINTEXT = 0x4, CIPHERTEXT = 0x5, HASH_MESSAGE = 0x7, TAG = 0x8, DIGEST = 0x9, KEY = 0xc, NONCE = 0xd };
enum { END_OF_INPUT = 4, END_OF_TYPE = 2, LAST = 1 };

#ifdef @UPPER@_CALLBACKS
uint32_t (*@TOP@_read)(uintptr_t address);
void (*@TOP@_write)(uintptr_t address, uint32_t value);
#define READ(name) @TOP@_read(base + offsetof(@TOP@_regs_t, name))
#define WRITE(name, value) @TOP@_write(base + offsetof(@TOP@_regs_t, name), value)
#else
#define AT(name) (*(volatile uint32_t *)(base + offsetof(@TOP@_regs_t, name)))
#define READ(name) AT(name)
#define WRITE(name, value) ((void)(AT(name) = (value)))
#endif
#define FIELD(value, name) ((value) >> @UPPER@_REGS__##name##_bp & ((1u << @UPPER@_REGS__##name##_bw) - 1u))

// A part of what is sent: an instruction (`segment` 0), or all segments of a type. Without `data` only their headers.
struct part {
    uint8_t code;
    uint8_t flags;
    uint32_t segment;
    const uint8_t *data;
    size_t bytes;
};

// What is sent to a port: its parts, the first bytes of the one under way, and its data in the segment under way.
struct feed {
    struct part parts[6];
    unsigned count, next;
    uint8_t head[HEADER_BYTES];
    unsigned head_left;
    size_t left;
    const uint8_t *data;
};

// What comes back: where it goes, and where in it we are.
struct answer {
    uint8_t *data, *tag;
    size_t data_room, tag_room;
    unsigned header_left;
    uint32_t header;
    size_t left;
    uint8_t status;
};

static void add(struct feed *feed, uint8_t code, uint8_t flags, uint32_t segment, const uint8_t *data, size_t bytes)
{
    struct part part = {code, flags, segment, data, bytes};
    feed->parts[feed->count++] = part;
}

static int more(const struct feed *feed)
{
    return feed->head_left || feed->left || feed->next < feed->count;
}

// Begin the next instruction or segment. A part that is not through stays the next one.
static void begin(struct feed *feed)
{
    struct part *part = &feed->parts[feed->next];
    size_t bytes = part->bytes < part->segment ? part->bytes : part->segment;
    uint8_t flags = bytes == part->bytes ? part->flags | END_OF_TYPE : 0;
    feed->head[0] = (uint8_t)(part->code << 4 | (part->segment ? flags : 0));
    feed->head[1] = 0;
    feed->head[2] = (uint8_t)(bytes >> 8);
    feed->head[3] = (uint8_t)bytes;
    feed->head_left = part->segment ? HEADER_BYTES : WORD_BYTES;
    feed->data = part->data;
    feed->left = part->data ? bytes : 0;
    part->bytes -= bytes;
    if (part->data)
        part->data += bytes;
    if (!part->bytes)
        feed->next++;
}

// Bytes as a word, the first in bits 7 to 0.
static uint32_t packed(const uint8_t *from, size_t bytes)
{
    uint32_t word = 0;
    for (size_t i = 0; i < bytes; i++)
        word |= (uint32_t)from[i] << 8 * i;
    return word;
}

// The next word; the last one of a segment is filled with zeros.
static uint32_t next_word(struct feed *feed)
{
    uint32_t word;
    if (!feed->head_left && !feed->left)
        begin(feed);
    if (feed->head_left) {
        word = packed(feed->head, WORD_BYTES);
        memmove(feed->head, feed->head + WORD_BYTES, HEADER_BYTES - WORD_BYTES);
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
    int is_data = type == PLAINTEXT || type == CIPHERTEXT;
    uint8_t **to = is_data ? &answer->data : &answer->tag;
    size_t *room = is_data ? &answer->data_room : &answer->tag_room;
    for (size_t i = 0; i < bytes && *room; i++, (*room)--)
        *(*to)++ = (uint8_t)(word >> 8 * i);
}

// A word of DO: a status, a part of a header, or data.
static void take(struct answer *answer, uint32_t word)
{
    if (answer->left) {
        size_t bytes = answer->left < WORD_BYTES ? answer->left : WORD_BYTES;
        keep(answer, word, bytes);
        answer->left -= bytes;
        return;
    }
    if (!answer->header_left) {
        uint8_t code = (uint8_t)(word >> 4 & 0xf);
        if (code == SUCCESS || code == FAILURE) {
            answer->status = code;
            return;
        }
        answer->header_left = HEADER_BYTES;
    }
    for (size_t i = 0; i < WORD_BYTES; i++)
        answer->header = answer->header << 8 | (word >> 8 * i & 0xff);
    answer->header_left -= WORD_BYTES;
    if (!answer->header_left)
        answer->left = answer->header & 0xffff;
}

// Serve all three ports until the status has come.
static int run(uintptr_t base, struct feed *pdi, struct feed *sdi, struct answer *answer)
{
    uint32_t idle = 0;
    @UPPER@_BARRIER();
    while (!answer->status) {
        uint32_t status = READ(STATUS), moved = 0, level;
        for (level = FIELD(status, STATUS__SDI_SPACE); level && more(sdi); level--, moved++)
            WRITE(SDI, next_word(sdi));
        for (level = FIELD(status, STATUS__PDI_SPACE); level && more(pdi); level--, moved++)
            WRITE(PDI, next_word(pdi));
        for (level = FIELD(status, STATUS__DO_LEVEL); level && !answer->status; level--, moved++)
            take(answer, READ(DO));
        idle = moved ? 0 : idle + 1;
        if (idle > @UPPER@_POLLS) {
            @TOP@_reset(base);
            return @UPPER@_TIMEOUT;
        }
        if (!moved)
            @UPPER@_WAIT();
    }
    @UPPER@_BARRIER();
    return answer->status == SUCCESS ? @UPPER@_OK : @UPPER@_REFUSED;
}

int @TOP@_identify(uintptr_t base)
{
    uint32_t sizes = @KEY@u | @NONCE@u << 8 | @TAG@u << 16 | @DIGEST@u << 24;
    int same = READ(ID) == 0x43460001u && READ(SIZES) == sizes &&
        FIELD(READ(FEATURES), FEATURES__WORD_BYTES) == WORD_BYTES;
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

// What an encryption and a decryption have in common: the key if it is new, the instruction, nonce and AD.
static void open(struct feed *pdi, struct feed *sdi, uint8_t opcode, const uint8_t *key, const uint8_t *nonce,
    const uint8_t *ad, size_t ad_bytes, size_t bytes)
{
    if (key) {
        add(sdi, LOAD_KEY, 0, 0, NULL, 0);
        add(sdi, KEY, END_OF_INPUT | LAST, DATA_SEGMENT, key, @UPPER@_KEY_BYTES);
        add(pdi, ACTIVATE_KEY, 0, 0, NULL, 0);
    }
    add(pdi, opcode, 0, 0, NULL, 0);
    add(pdi, NONCE, ad_bytes || bytes ? 0 : END_OF_INPUT, DATA_SEGMENT, nonce, @UPPER@_NONCE_BYTES);
    add(pdi, AD, ad_bytes && !bytes ? END_OF_INPUT : 0, AD_SEGMENT, ad, ad_bytes);
}

int @TOP@_encrypt(uintptr_t base, const uint8_t *key, const uint8_t *nonce, const uint8_t *ad, size_t ad_bytes,
    const uint8_t *data, size_t bytes, uint8_t *out, uint8_t *tag)
{
    struct feed pdi = {0}, sdi = {0};
    struct answer answer = {.data = out, .data_room = bytes, .tag = tag, .tag_room = @UPPER@_TAG_BYTES};
    if (@UPPER@_MOST_BYTES && bytes > @UPPER@_MOST_BYTES)
        return @UPPER@_TOO_LONG;
    open(&pdi, &sdi, ENCRYPT, key, nonce, ad, ad_bytes, bytes);
    add(&pdi, PLAINTEXT, (bytes ? END_OF_INPUT : 0) | LAST, DATA_SEGMENT, data, bytes);
    return run(base, &pdi, &sdi, &answer);
}

int @TOP@_decrypt(uintptr_t base, const uint8_t *key, const uint8_t *nonce, const uint8_t *ad, size_t ad_bytes,
    const uint8_t *data, size_t bytes, const uint8_t *tag, uint8_t *out)
{
    struct feed pdi = {0}, sdi = {0};
    struct answer answer = {.data = out, .data_room = bytes};
    int result;
    if (@UPPER@_MOST_BYTES && bytes > @UPPER@_MOST_BYTES)
        return @UPPER@_TOO_LONG;
    open(&pdi, &sdi, DECRYPT, key, nonce, ad, ad_bytes, bytes);
    add(&pdi, CIPHERTEXT, bytes ? END_OF_INPUT : 0, DATA_SEGMENT, data, bytes);
    add(&pdi, TAG, LAST, DATA_SEGMENT, tag, @UPPER@_TAG_BYTES);
    result = run(base, &pdi, &sdi, &answer);
    if (result != @UPPER@_OK && bytes)
        memset(out, 0, bytes);
    return result;
}

int @TOP@_hash(uintptr_t base, const uint8_t *data, size_t bytes, uint8_t *digest)
{
    struct feed pdi = {0}, sdi = {0};
    struct answer answer = {.tag = digest, .tag_room = @UPPER@_DIGEST_BYTES};
    add(&pdi, HASH, 0, 0, NULL, 0);
    add(&pdi, HASH_MESSAGE, END_OF_INPUT | LAST, HASH_SEGMENT, data, bytes);
    return run(base, &pdi, &sdi, &answer);
}

#if @UPPER@_XOFS
// What a XOF and one with a customization have in common: the message, and requests for the output.
static int squeeze(uintptr_t base, struct feed *pdi, const uint8_t *data, size_t bytes, uint8_t flags, uint8_t *out,
    size_t out_bytes)
{
    struct feed sdi = {0};
    struct answer answer = {.tag = out, .tag_room = out_bytes};
    add(pdi, HASH_MESSAGE, flags, HASH_SEGMENT, data, bytes);
    add(pdi, LENGTH, LAST, OUTPUT_SEGMENT, NULL, out_bytes);
    return run(base, pdi, &sdi, &answer);
}

int @TOP@_xof(uintptr_t base, const uint8_t *data, size_t bytes, uint8_t *out, size_t out_bytes)
{
    struct feed pdi = {0};
    add(&pdi, XOF, 0, 0, NULL, 0);
    return squeeze(base, &pdi, data, bytes, END_OF_INPUT, out, out_bytes);
}

int @TOP@_cxof(uintptr_t base, const uint8_t *customization, size_t customization_bytes, const uint8_t *data,
    size_t bytes, uint8_t *out, size_t out_bytes)
{
    struct feed pdi = {0};
    int ends = customization_bytes && !bytes;
    if (customization_bytes > @UPPER@_CUSTOMIZATION_BYTES)
        return @UPPER@_TOO_LONG;
    add(&pdi, CXOF, 0, 0, NULL, 0);
    add(&pdi, AD, ends ? END_OF_INPUT : 0, AD_SEGMENT, customization, customization_bytes);
    return squeeze(base, &pdi, data, bytes, ends ? 0 : END_OF_INPUT, out, out_bytes);
}
#endif
