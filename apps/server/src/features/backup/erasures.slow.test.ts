// Tries every case; `npm test` tries one of each kind.
import "./erasures.feature.test.ts";
