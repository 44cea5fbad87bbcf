// Tries every case; `npm test` tries one of each kind.
import "./contract-visible.feature.test.ts";
