// Tries every case; `npm test` tries one of each kind.
import "./erased-matrix.feature.test.ts";
