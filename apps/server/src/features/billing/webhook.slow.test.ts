// Tries every case; `npm test` tries one of each kind.
import "./webhook.feature.test.ts";
