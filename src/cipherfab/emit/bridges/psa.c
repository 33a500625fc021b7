// SPDX-License-Identifier: Apache-2.0
// PSA Crypto: @TOP@ (@NAME@) as a transparent driver, on top of its C driver.
#include "@TOP@_psa.h"

#include <string.h>

// What the driver said, as PSA has it; `refused` is what a refusal means here.
static psa_status_t status_of(int result, psa_status_t refused)
{
    psa_status_t status;
    switch (result) {
    case @UPPER@_OK:
        status = PSA_SUCCESS;
        break;
    case @UPPER@_REFUSED:
        status = refused;
        break;
    case @UPPER@_TOO_LONG:
        status = PSA_ERROR_NOT_SUPPORTED;
        break;
    default:
        status = PSA_ERROR_HARDWARE_FAILURE;
        break;
    }
    return status;
}

#if @PARTS@
// The operation that the device is at.
static const @TOP@_operation_t *owner;
#endif

// Whether no operation is under way, and the core is this master's from now on, until it is left.
static bool is_taken(void)
{
    bool taken = true;
#if @PARTS@
    taken = owner == NULL;
#endif
#if @UPPER@_MASTERS > 1
    taken = taken && (@TOP@_claim(@UPPER@_PSA_BASE) == @UPPER@_OK);
#endif
    return taken;
}

static void leave(void)
{
#if @UPPER@_MASTERS > 1
    @TOP@_release(@UPPER@_PSA_BASE);
#endif
}

#if @PARTS@

// Overwrites what it was, also where a compiler sees no reader.
static void wipe(@TOP@_operation_t *operation)
{
    volatile uint8_t *bytes = (volatile uint8_t *)operation;
    for (size_t i = 0; i < sizeof *operation; i++) {
        bytes[i] = 0;
    }
}

// The device belongs to this operation now.
static psa_status_t claim(@TOP@_operation_t *operation)
{
    if (operation->active) {
        return PSA_ERROR_BAD_STATE;
    }
    if (!is_taken()) {
        return @UPPER@_PSA_BUSY;
    }
    wipe(operation);
    operation->active = true;
    owner = operation;
    return PSA_SUCCESS;
}

// The end of an operation; a message that is under way (`begun`) is given up.
static psa_status_t give_back(@TOP@_operation_t *operation)
{
    if (operation->active && operation->begun) {
        @TOP@_abandon(&operation->message);
    }
    if (operation->active) {
        owner = NULL;
        leave();
    }
    wipe(operation);
    return PSA_SUCCESS;
}

// Behind an error nothing but an abort is left.
static psa_status_t stop_at(@TOP@_operation_t *operation, psa_status_t status)
{
    if (status != PSA_SUCCESS) {
        (void)give_back(operation);
    }
    return status;
}
#endif

#if @ENCRYPTS@
// Whether an AEAD with such a key and nonce is the core's.
static psa_status_t is_ours(psa_algorithm_t alg, const psa_key_attributes_t *attributes, size_t key_bytes,
    size_t nonce_bytes)
{
    bool ours = (alg == @UPPER@_PSA_AEAD) && (psa_get_key_type(attributes) == @UPPER@_PSA_KEY_TYPE) &&
        (key_bytes == @UPPER@_KEY_BYTES) && (nonce_bytes == @UPPER@_NONCE_BYTES);
    return ours ? PSA_SUCCESS : PSA_ERROR_NOT_SUPPORTED;
}

psa_status_t @TOP@_aead_encrypt(const psa_key_attributes_t *attributes, const uint8_t *key_buffer,
    size_t key_buffer_size, psa_algorithm_t alg, const uint8_t *nonce, size_t nonce_length,
    const uint8_t *additional_data, size_t additional_data_length, const uint8_t *plaintext, size_t plaintext_length,
    uint8_t *ciphertext, size_t ciphertext_size, size_t *ciphertext_length)
{
    uint8_t tag[@UPPER@_TAG_BYTES];
    psa_status_t status = is_ours(alg, attributes, key_buffer_size, nonce_length);
    *ciphertext_length = 0;
    if (status != PSA_SUCCESS) {
        return status;
    }
    if ((ciphertext_size < @UPPER@_TAG_BYTES) || (ciphertext_size - @UPPER@_TAG_BYTES < plaintext_length)) {
        return PSA_ERROR_BUFFER_TOO_SMALL;
    }
    if (!is_taken()) {
        return @UPPER@_PSA_BUSY;
    }
    status = status_of(@TOP@_encrypt(@UPPER@_PSA_BASE, key_buffer, nonce, additional_data, additional_data_length,
        plaintext, plaintext_length, ciphertext, tag), PSA_ERROR_HARDWARE_FAILURE);
    leave();
    if (status == PSA_SUCCESS) {
        (void)memcpy(ciphertext + plaintext_length, tag, sizeof tag);
        *ciphertext_length = plaintext_length + sizeof tag;
    }
    return status;
}

psa_status_t @TOP@_aead_decrypt(const psa_key_attributes_t *attributes, const uint8_t *key_buffer,
    size_t key_buffer_size, psa_algorithm_t alg, const uint8_t *nonce, size_t nonce_length,
    const uint8_t *additional_data, size_t additional_data_length, const uint8_t *ciphertext, size_t ciphertext_length,
    uint8_t *plaintext, size_t plaintext_size, size_t *plaintext_length)
{
    uint8_t tag[@UPPER@_TAG_BYTES];
    size_t bytes = ciphertext_length - @UPPER@_TAG_BYTES;
    psa_status_t status = is_ours(alg, attributes, key_buffer_size, nonce_length);
    *plaintext_length = 0;
    if ((@DECRYPTS@ == 0) || (status != PSA_SUCCESS)) {
        return PSA_ERROR_NOT_SUPPORTED;
    }
    if (ciphertext_length < @UPPER@_TAG_BYTES) {
        return PSA_ERROR_INVALID_ARGUMENT;
    }
    if (plaintext_size < bytes) {
        return PSA_ERROR_BUFFER_TOO_SMALL;
    }
    if (!is_taken()) {
        return @UPPER@_PSA_BUSY;
    }
    (void)memcpy(tag, ciphertext + bytes, sizeof tag);
    status = status_of(@TOP@_decrypt(@UPPER@_PSA_BASE, key_buffer, nonce, additional_data, additional_data_length,
        ciphertext, bytes, tag, plaintext), PSA_ERROR_INVALID_SIGNATURE);
    leave();
    *plaintext_length = status == PSA_SUCCESS ? bytes : 0u;
    return status;
}
#endif

#if @SEALS@
// The key is kept until the nonce has come: the two go to the core together.
static psa_status_t setup(@TOP@_aead_operation_t *operation, const psa_key_attributes_t *attributes,
    const uint8_t *key_buffer, size_t key_buffer_size, psa_algorithm_t alg, bool decrypts)
{
    psa_status_t status = is_ours(alg, attributes, key_buffer_size, @UPPER@_NONCE_BYTES);
    if ((status == PSA_SUCCESS) && decrypts && (@UPPER@_DECRYPTS_IN_PARTS == 0)) {
        status = PSA_ERROR_NOT_SUPPORTED;
    }
    if (status == PSA_SUCCESS) {
        status = claim(operation);
    }
    if (status == PSA_SUCCESS) {
        operation->decrypts = decrypts;
        (void)memcpy(operation->key, key_buffer, key_buffer_size);
    }
    return status;
}

psa_status_t @TOP@_aead_encrypt_setup(@TOP@_aead_operation_t *operation, const psa_key_attributes_t *attributes,
    const uint8_t *key_buffer, size_t key_buffer_size, psa_algorithm_t alg)
{
    return setup(operation, attributes, key_buffer, key_buffer_size, alg, false);
}

psa_status_t @TOP@_aead_decrypt_setup(@TOP@_aead_operation_t *operation, const psa_key_attributes_t *attributes,
    const uint8_t *key_buffer, size_t key_buffer_size, psa_algorithm_t alg)
{
    return setup(operation, attributes, key_buffer, key_buffer_size, alg, true);
}

psa_status_t @TOP@_aead_set_nonce(@TOP@_aead_operation_t *operation, const uint8_t *nonce, size_t nonce_length)
{
    int result;
    if (!operation->active || operation->begun) {
        return stop_at(operation, PSA_ERROR_BAD_STATE);
    }
    if (nonce_length != @UPPER@_NONCE_BYTES) {
        return stop_at(operation, PSA_ERROR_INVALID_ARGUMENT);
    }
    operation->begun = true;
    result = @TOP@_begin(&operation->message, @UPPER@_PSA_BASE, operation->decrypts, operation->key, nonce);
    (void)memset(operation->key, 0, sizeof operation->key);
    return stop_at(operation, status_of(result, PSA_ERROR_HARDWARE_FAILURE));
}

// The library counts; the core need not know the lengths.
psa_status_t @TOP@_aead_set_lengths(@TOP@_aead_operation_t *operation, size_t ad_length, size_t plaintext_length)
{
    (void)ad_length;
    (void)plaintext_length;
    return operation->active ? PSA_SUCCESS : PSA_ERROR_BAD_STATE;
}

psa_status_t @TOP@_aead_update_ad(@TOP@_aead_operation_t *operation, const uint8_t *input, size_t input_length)
{
    if (!operation->begun) {
        return stop_at(operation, PSA_ERROR_BAD_STATE);
    }
    return stop_at(operation,
        status_of(@TOP@_associate(&operation->message, input, input_length), PSA_ERROR_HARDWARE_FAILURE));
}

psa_status_t @TOP@_aead_update(@TOP@_aead_operation_t *operation, const uint8_t *input, size_t input_length,
    uint8_t *output, size_t output_size, size_t *output_length)
{
    *output_length = 0;
    if (!operation->begun) {
        return stop_at(operation, PSA_ERROR_BAD_STATE);
    }
    // What is held is less than a block, and so is what stays of the input.
    if (output_size < (operation->message.held_bytes + input_length) / @DATA_STEP@u * @DATA_STEP@u) {
        return stop_at(operation, PSA_ERROR_BUFFER_TOO_SMALL);
    }
    return stop_at(operation, status_of(@TOP@_pass(&operation->message, input, input_length, output, output_length),
        PSA_ERROR_HARDWARE_FAILURE));
}

// Room for less than a block, which is all that is left of a text.
static bool is_small(const @TOP@_aead_operation_t *operation, size_t room)
{
    bool text = operation->message.type == operation->message.text;
    return text && (room < operation->message.held_bytes);
}

psa_status_t @TOP@_aead_finish(@TOP@_aead_operation_t *operation, uint8_t *ciphertext, size_t ciphertext_size,
    size_t *ciphertext_length, uint8_t *tag, size_t tag_size, size_t *tag_length)
{
    psa_status_t status = PSA_SUCCESS;
    *ciphertext_length = 0;
    *tag_length = 0;
    if (!operation->begun || operation->decrypts) {
        status = PSA_ERROR_BAD_STATE;
    } else if ((tag_size < @UPPER@_TAG_BYTES) || is_small(operation, ciphertext_size)) {
        status = PSA_ERROR_BUFFER_TOO_SMALL;
    } else {
        // Nothing is wrong with what is asked for.
    }
    if (status == PSA_SUCCESS) {
        status = status_of(@TOP@_seal(&operation->message, ciphertext, ciphertext_length, tag),
            PSA_ERROR_HARDWARE_FAILURE);
        operation->begun = status != PSA_SUCCESS;
    }
    if (status == PSA_SUCCESS) {
        *tag_length = @UPPER@_TAG_BYTES;
    }
    (void)give_back(operation);
    return status;
}

psa_status_t @TOP@_aead_verify(@TOP@_aead_operation_t *operation, uint8_t *plaintext, size_t plaintext_size,
    size_t *plaintext_length, const uint8_t *tag, size_t tag_length)
{
    psa_status_t status = PSA_ERROR_NOT_SUPPORTED;
    *plaintext_length = 0;
#if @UPPER@_DECRYPTS_IN_PARTS
    status = PSA_SUCCESS;
    if (!operation->begun || !operation->decrypts) {
        status = PSA_ERROR_BAD_STATE;
    } else if (tag_length != @UPPER@_TAG_BYTES) {
        status = PSA_ERROR_INVALID_SIGNATURE;
    } else if (is_small(operation, plaintext_size)) {
        status = PSA_ERROR_BUFFER_TOO_SMALL;
    } else {
        // Nothing is wrong with what is asked for.
    }
    if (status == PSA_SUCCESS) {
        status = status_of(@TOP@_open(&operation->message, plaintext, plaintext_length, tag),
            PSA_ERROR_INVALID_SIGNATURE);
        operation->begun = (status != PSA_SUCCESS) && (status != PSA_ERROR_INVALID_SIGNATURE);
    }
    if (status != PSA_SUCCESS) {
        *plaintext_length = 0;
    }
#else
    (void)plaintext;
    (void)plaintext_size;
    (void)tag;
    (void)tag_length;
#endif
    (void)give_back(operation);
    return status;
}

psa_status_t @TOP@_aead_abort(@TOP@_aead_operation_t *operation)
{
    return give_back(operation);
}
#endif

#if @HASHES@ || @XOFS@
static psa_status_t absorb(@TOP@_operation_t *operation, const uint8_t *input, size_t input_length)
{
    int result;
    if (!operation->begun) {
        return stop_at(operation, PSA_ERROR_BAD_STATE);
    }
    result = @TOP@_absorb(&operation->message, input, input_length);
    return stop_at(operation, status_of(result, PSA_ERROR_HARDWARE_FAILURE));
}
#endif

#if @HASHES@
psa_status_t @TOP@_hash_compute(psa_algorithm_t alg, const uint8_t *input, size_t input_length, uint8_t *hash,
    size_t hash_size, size_t *hash_length)
{
    psa_status_t status;
    *hash_length = 0;
    if (alg != @UPPER@_PSA_HASH) {
        return PSA_ERROR_NOT_SUPPORTED;
    }
    if (hash_size < @UPPER@_DIGEST_BYTES) {
        return PSA_ERROR_BUFFER_TOO_SMALL;
    }
    if (!is_taken()) {
        return @UPPER@_PSA_BUSY;
    }
    status = status_of(@TOP@_hash(@UPPER@_PSA_BASE, input, input_length, hash), PSA_ERROR_HARDWARE_FAILURE);
    leave();
    if (status == PSA_SUCCESS) {
        *hash_length = @UPPER@_DIGEST_BYTES;
    }
    return status;
}

psa_status_t @TOP@_hash_setup(@TOP@_hash_operation_t *operation, psa_algorithm_t alg)
{
    psa_status_t status;
    if (alg != @UPPER@_PSA_HASH) {
        return PSA_ERROR_NOT_SUPPORTED;
    }
    status = claim(operation);
    if (status != PSA_SUCCESS) {
        return status;
    }
    operation->begun = true;
    return stop_at(operation,
        status_of(@TOP@_begin_hash(&operation->message, @UPPER@_PSA_BASE), PSA_ERROR_HARDWARE_FAILURE));
}

psa_status_t @TOP@_hash_clone(const @TOP@_hash_operation_t *source, @TOP@_hash_operation_t *target)
{
    (void)source;
    (void)target;
    return PSA_ERROR_NOT_SUPPORTED;
}

psa_status_t @TOP@_hash_update(@TOP@_hash_operation_t *operation, const uint8_t *input, size_t input_length)
{
    return absorb(operation, input, input_length);
}

psa_status_t @TOP@_hash_finish(@TOP@_hash_operation_t *operation, uint8_t *hash, size_t hash_size,
    size_t *hash_length)
{
    psa_status_t status = PSA_SUCCESS;
    *hash_length = 0;
    if (!operation->begun) {
        status = PSA_ERROR_BAD_STATE;
    } else if (hash_size < @UPPER@_DIGEST_BYTES) {
        status = PSA_ERROR_BUFFER_TOO_SMALL;
    } else {
        // Nothing is wrong with what is asked for.
    }
    if (status == PSA_SUCCESS) {
        status = status_of(@TOP@_digest(&operation->message, hash), PSA_ERROR_HARDWARE_FAILURE);
        operation->begun = status != PSA_SUCCESS;
    }
    if (status == PSA_SUCCESS) {
        *hash_length = @UPPER@_DIGEST_BYTES;
    }
    (void)give_back(operation);
    return status;
}

psa_status_t @TOP@_hash_abort(@TOP@_hash_operation_t *operation)
{
    return give_back(operation);
}
#endif

#if @XOFS@
// Of the function with a customization the message begins when that has come.
static psa_status_t begin_xof(@TOP@_xof_operation_t *operation, const uint8_t *customization, size_t bytes)
{
    int result;
    operation->begun = true;
    result = @TOP@_begin_xof(&operation->message, @UPPER@_PSA_BASE, customization, bytes);
    return stop_at(operation, status_of(result, PSA_ERROR_HARDWARE_FAILURE));
}

psa_status_t @TOP@_xof_setup(@TOP@_xof_operation_t *operation, psa_algorithm_t alg)
{
    psa_status_t status;
    if ((alg != @UPPER@_PSA_XOF) && (alg != @UPPER@_PSA_CXOF)) {
        return PSA_ERROR_NOT_SUPPORTED;
    }
    status = claim(operation);
    if ((status == PSA_SUCCESS) && (alg == @UPPER@_PSA_XOF)) {
        status = begin_xof(operation, NULL, 0);
    }
    return status;
}

psa_status_t @TOP@_xof_set_context(@TOP@_xof_operation_t *operation, const uint8_t *context, size_t context_length)
{
    static const uint8_t nothing[1] = {0};
    if (!operation->active || operation->begun) {
        return stop_at(operation, PSA_ERROR_BAD_STATE);
    }
    if (context_length > @UPPER@_CUSTOMIZATION_BYTES) {
        return stop_at(operation, PSA_ERROR_INVALID_ARGUMENT);
    }
    return begin_xof(operation, context_length != 0u ? context : nothing, context_length);
}

psa_status_t @TOP@_xof_update(@TOP@_xof_operation_t *operation, const uint8_t *input, size_t input_length)
{
    if (operation->squeezes) {
        return stop_at(operation, PSA_ERROR_BAD_STATE);
    }
    return absorb(operation, input, input_length);
}

psa_status_t @TOP@_xof_output(@TOP@_xof_operation_t *operation, uint8_t *output, size_t output_length)
{
    int result;
    if (!operation->begun) {
        return stop_at(operation, PSA_ERROR_BAD_STATE);
    }
    operation->squeezes = true;
    result = @TOP@_squeeze(&operation->message, output, output_length);
    return stop_at(operation, status_of(result, PSA_ERROR_HARDWARE_FAILURE));
}

psa_status_t @TOP@_xof_abort(@TOP@_xof_operation_t *operation)
{
    psa_status_t status = PSA_SUCCESS;
    if (operation->squeezes) {
        status = status_of(@TOP@_end_xof(&operation->message), PSA_ERROR_HARDWARE_FAILURE);
        operation->begun = status != PSA_SUCCESS;
    }
    (void)give_back(operation);
    return status;
}
#endif
