"""What a kind of primitive must say of itself, and the layers that many ciphers share."""
