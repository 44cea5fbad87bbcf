// Tries every case; `npm test` tries one of each kind.
import "./process-photo.alone.test.ts";
