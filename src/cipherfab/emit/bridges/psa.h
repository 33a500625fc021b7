// SPDX-License-Identifier: Apache-2.0
// PSA Crypto: @TOP@ (@NAME@) as a transparent driver. Its entry points are those of the PSA driver interface, with the
// prefix @TOP@; @TOP@_psa.json describes them. Those of outputs of any length are named after PSA Crypto API 1.4: the
// driver interface has none yet.
//
// The device is at one operation at a time: another one that begins meanwhile gets @UPPER@_PSA_BUSY, and so does each
// while another master has the core. What calls these functions from several threads needs a lock around each operation.
#ifndef @UPPER@_PSA_H
#define @UPPER@_PSA_H

#include <psa/crypto.h>
#include <stdbool.h>

#include "@TOP@_driver.h"
#if @PARTS@
#include "@TOP@_parts.h"
#endif

#ifdef __cplusplus
extern "C" {
#endif

// Where the registers are.
#ifndef @UPPER@_PSA_BASE
#error "define @UPPER@_PSA_BASE: the address of the registers of @TOP@"
#endif

// The status of an operation that finds the device at another one. NOT_SUPPORTED lets the library try its next driver.
#ifndef @UPPER@_PSA_BUSY
#define @UPPER@_PSA_BUSY PSA_ERROR_INSUFFICIENT_MEMORY
#endif

// Identifiers that this library's headers may lack: of PSA Crypto API 1.4, else of the vendor's range.
@IDENTIFIERS@
#if @ENCRYPTS@
#ifndef @UPPER@_PSA_AEAD
#define @UPPER@_PSA_AEAD PSA_ALG_AEAD_WITH_SHORTENED_TAG(@AEAD_ALG@, @TAG@)
#endif
#ifndef @UPPER@_PSA_KEY_TYPE
#define @UPPER@_PSA_KEY_TYPE @KEY_TYPE@
#endif

psa_status_t @TOP@_aead_encrypt(const psa_key_attributes_t *attributes, const uint8_t *key_buffer,
    size_t key_buffer_size, psa_algorithm_t alg, const uint8_t *nonce, size_t nonce_length,
    const uint8_t *additional_data, size_t additional_data_length, const uint8_t *plaintext, size_t plaintext_length,
    uint8_t *ciphertext, size_t ciphertext_size, size_t *ciphertext_length);

psa_status_t @TOP@_aead_decrypt(const psa_key_attributes_t *attributes, const uint8_t *key_buffer,
    size_t key_buffer_size, psa_algorithm_t alg, const uint8_t *nonce, size_t nonce_length,
    const uint8_t *additional_data, size_t additional_data_length, const uint8_t *ciphertext, size_t ciphertext_length,
    uint8_t *plaintext, size_t plaintext_size, size_t *plaintext_length);
#endif

#if @PARTS@
// An operation under way; all 0 before it begins and behind its end.
typedef struct {
    struct @TOP@_message message;
    bool active;
    bool begun;
    bool decrypts;
    bool squeezes;
    uint8_t key[@UPPER@_KEY_BYTES + 1u];
} @TOP@_operation_t;
#endif

#if @SEALS@
typedef @TOP@_operation_t @TOP@_aead_operation_t;

psa_status_t @TOP@_aead_encrypt_setup(@TOP@_aead_operation_t *operation, const psa_key_attributes_t *attributes,
    const uint8_t *key_buffer, size_t key_buffer_size, psa_algorithm_t alg);
psa_status_t @TOP@_aead_decrypt_setup(@TOP@_aead_operation_t *operation, const psa_key_attributes_t *attributes,
    const uint8_t *key_buffer, size_t key_buffer_size, psa_algorithm_t alg);
psa_status_t @TOP@_aead_set_nonce(@TOP@_aead_operation_t *operation, const uint8_t *nonce, size_t nonce_length);
psa_status_t @TOP@_aead_set_lengths(@TOP@_aead_operation_t *operation, size_t ad_length, size_t plaintext_length);
psa_status_t @TOP@_aead_update_ad(@TOP@_aead_operation_t *operation, const uint8_t *input, size_t input_length);
psa_status_t @TOP@_aead_update(@TOP@_aead_operation_t *operation, const uint8_t *input, size_t input_length,
    uint8_t *output, size_t output_size, size_t *output_length);
psa_status_t @TOP@_aead_finish(@TOP@_aead_operation_t *operation, uint8_t *ciphertext, size_t ciphertext_size,
    size_t *ciphertext_length, uint8_t *tag, size_t tag_size, size_t *tag_length);
psa_status_t @TOP@_aead_verify(@TOP@_aead_operation_t *operation, uint8_t *plaintext, size_t plaintext_size,
    size_t *plaintext_length, const uint8_t *tag, size_t tag_length);
psa_status_t @TOP@_aead_abort(@TOP@_aead_operation_t *operation);
#endif

#if @HASHES@
#ifndef @UPPER@_PSA_HASH
#define @UPPER@_PSA_HASH @HASH_ALG@
#endif
typedef @TOP@_operation_t @TOP@_hash_operation_t;

psa_status_t @TOP@_hash_compute(psa_algorithm_t alg, const uint8_t *input, size_t input_length, uint8_t *hash,
    size_t hash_size, size_t *hash_length);
psa_status_t @TOP@_hash_setup(@TOP@_hash_operation_t *operation, psa_algorithm_t alg);
// The state of the core cannot be read: NOT_SUPPORTED.
psa_status_t @TOP@_hash_clone(const @TOP@_hash_operation_t *source, @TOP@_hash_operation_t *target);
psa_status_t @TOP@_hash_update(@TOP@_hash_operation_t *operation, const uint8_t *input, size_t input_length);
psa_status_t @TOP@_hash_finish(@TOP@_hash_operation_t *operation, uint8_t *hash, size_t hash_size,
    size_t *hash_length);
psa_status_t @TOP@_hash_abort(@TOP@_hash_operation_t *operation);
#endif

#if @XOFS@
#ifndef @UPPER@_PSA_XOF
#define @UPPER@_PSA_XOF @XOF_ALG@
#endif
#ifndef @UPPER@_PSA_CXOF
#define @UPPER@_PSA_CXOF @CXOF_ALG@
#endif
typedef @TOP@_operation_t @TOP@_xof_operation_t;

psa_status_t @TOP@_xof_setup(@TOP@_xof_operation_t *operation, psa_algorithm_t alg);
psa_status_t @TOP@_xof_set_context(@TOP@_xof_operation_t *operation, const uint8_t *context, size_t context_length);
psa_status_t @TOP@_xof_update(@TOP@_xof_operation_t *operation, const uint8_t *input, size_t input_length);
psa_status_t @TOP@_xof_output(@TOP@_xof_operation_t *operation, uint8_t *output, size_t output_length);
psa_status_t @TOP@_xof_abort(@TOP@_xof_operation_t *operation);
#endif

#ifdef __cplusplus
}
#endif

#endif
