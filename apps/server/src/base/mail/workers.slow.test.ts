// Tries every case; `npm test` tries one of each kind.
import "./workers.feature.test.ts";
