// Tries every case; `npm test` tries one of each kind.
import "./staff-screens.feature.test.ts";
