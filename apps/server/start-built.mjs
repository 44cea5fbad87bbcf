// What `npm start` runs: keeps the compiled code of the built server beside it, so that the next start need not compile.
import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";

// If the folder cannot be written to, Node runs without the cache.
enableCompileCache(fileURLToPath(new URL("build/.compiled", import.meta.url)));
await import("./build/server.mjs");
