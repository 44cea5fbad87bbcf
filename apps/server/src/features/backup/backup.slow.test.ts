// Tries every case; `npm test` tries one of each kind.
import "./backup.feature.test.ts";
