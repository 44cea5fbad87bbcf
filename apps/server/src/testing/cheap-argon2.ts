import { createRequire } from "node:module";

// In the project `feature` this module has the name of the library, so it asks for the library itself in another way.
const library: typeof import("@node-rs/argon2") = createRequire(import.meta.url)("@node-rs/argon2");

/** Hashes as the library does, at the lowest cost, whatever cost the product asks for. Tests of rules prove that cost. */
export const hash: typeof library.hash = (password) =>
  library.hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });

export const { verify } = library;
