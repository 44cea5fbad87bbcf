// Tries every case; `npm test` tries one of each kind.
import "./photo-file.alone.test.ts";
