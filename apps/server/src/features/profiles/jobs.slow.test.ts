// Tries every case; `npm test` tries one of each kind.
import "./jobs.feature.test.ts";
