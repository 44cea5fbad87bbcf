// Tries every case; `npm test` tries one of each kind.
import "./visits.feature.test.ts";
