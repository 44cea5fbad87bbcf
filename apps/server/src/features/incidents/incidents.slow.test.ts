// Tries every case; `npm test` tries one of each kind.
import "./incidents.feature.test.ts";
