// Tries every case; `npm test` tries one of each kind.
import "./sign-up-fields.feature.test.ts";
