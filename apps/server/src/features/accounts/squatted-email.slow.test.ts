// Tries every case; `npm test` tries one of each kind.
import "./squatted-email.feature.test.ts";
