// Tries every case; `npm test` tries one of each kind.
import "./commands.feature.test.ts";
