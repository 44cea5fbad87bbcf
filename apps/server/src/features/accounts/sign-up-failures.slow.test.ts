// Tries every case; `npm test` tries one of each kind.
import "./sign-up-failures.feature.test.ts";
