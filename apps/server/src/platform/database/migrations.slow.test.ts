// Tries every case; `npm test` tries one of each kind.
import "./migrations.feature.test.ts";
