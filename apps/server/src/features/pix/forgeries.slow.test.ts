// Tries every case; `npm test` tries one of each kind.
import "./forgeries.feature.test.ts";
