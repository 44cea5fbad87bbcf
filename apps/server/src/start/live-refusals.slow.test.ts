// Tries every case; `npm test` tries one of each kind.
import "./live-refusals.feature.test.ts";
