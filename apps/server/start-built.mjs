// What `npm start` runs: keeps the compiled code of the built server beside it, so that the next start need not compile.
import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";

// Where nothing can be written, Node goes on without.
enableCompileCache(fileURLToPath(new URL("build/.compiled", import.meta.url)));
await import("./build/server.mjs");
