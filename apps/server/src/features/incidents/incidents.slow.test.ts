// Tries every case, of which `npm test` tries one of each kind.
import "./incidents.feature.test.ts";
