// Tries every case; `npm test` tries one of each kind.
import "./every-call.feature.test.ts";
