// Tries every case, of which `npm test` tries one of each kind.
import "./bucket.feature.test.ts";
