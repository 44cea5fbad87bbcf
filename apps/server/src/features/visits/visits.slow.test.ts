// Tries every case, of which `npm test` tries one of each kind.
import "./visits.feature.test.ts";
