// Tries every case; `npm test` tries one of each kind.
import "./fingerprint-variants.alone.test.ts";
