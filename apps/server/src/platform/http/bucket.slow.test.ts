// Tries every case; `npm test` tries one of each kind.
import "./bucket.feature.test.ts";
