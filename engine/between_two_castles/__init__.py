"""Between Two Castles of Mad King Ludwig, with Secrets & Soirees, its variants and solo modes."""
