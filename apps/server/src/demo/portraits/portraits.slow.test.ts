// Tries every case; `npm test` tries one of each kind.
import "./portraits.alone.test.ts";
