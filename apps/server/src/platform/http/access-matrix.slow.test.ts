// Tries every case; `npm test` tries one of each kind.
import "./access-matrix.feature.test.ts";
