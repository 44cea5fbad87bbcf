// Tries every case; `npm test` tries one of each kind.
import "./images.alone.test.ts";
