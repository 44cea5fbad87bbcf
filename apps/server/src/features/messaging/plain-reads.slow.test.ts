// Tries every case; `npm test` tries one of each kind.
import "./plain-reads.feature.test.ts";
