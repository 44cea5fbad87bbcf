// Tries every case; `npm test` tries one of each kind.
import "./sign-in-turns.alone.test.ts";
