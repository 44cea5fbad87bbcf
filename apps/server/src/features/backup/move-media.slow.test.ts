// Tries every case; `npm test` tries one of each kind.
import "./move-media.feature.test.ts";
