"""One file per mode: what turns a primitive into an AEAD or a hash function."""
