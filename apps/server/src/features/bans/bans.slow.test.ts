// Tries every case; `npm test` tries one of each kind.
import "./bans.feature.test.ts";
