// Tries every case; `npm test` tries one of each kind.
import "./live-matrix.feature.test.ts";
