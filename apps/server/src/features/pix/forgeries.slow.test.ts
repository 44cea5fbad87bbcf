// Tries every case, of which `npm test` tries one of each kind.
import "./forgeries.feature.test.ts";
