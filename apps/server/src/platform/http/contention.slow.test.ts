// Tries every case; `npm test` tries one of each kind.
import "./contention.feature.test.ts";
