// Tries every case; `npm test` tries one of each kind.
import "./presence-filter.feature.test.ts";
