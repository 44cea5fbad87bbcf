// Tries every case; `npm test` tries one of each kind.
import "./notice-flood.feature.test.ts";
