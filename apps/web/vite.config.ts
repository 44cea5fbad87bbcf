import { fileURLToPath } from "node:url";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { BUILD_TARGET } from "./site-build/baseline.ts";
import { CHUNKS } from "./site-build/chunks.ts";
import { pageBrand } from "./site-build/page-brand.ts";
import { slimIcons } from "./site-build/slim-icons.ts";
import { webManifest } from "./site-build/web-manifest.ts";

// The shortest hash that Rolldown accepts for this many files. The route manifest, which every page loads, names each
// file, and hashes do not compress.
const CODE_FILE = "assets/[name]-[hash:7].js";

export default defineConfig({
  plugins: [tailwindcss(), pageBrand(), slimIcons(), reactRouter(), webManifest()],
  resolve: { alias: { "~": fileURLToPath(new URL("./app", import.meta.url)) } },
  build: {
    target: BUILD_TARGET,
    // Nothing is inlined, because the content policy allows `data:` only for pictures, and files must stay cacheable.
    assetsInlineLimit: 0,
    // Only styles are listed: lazy parts preload at idle, so their scripts would only add to the first load.
    modulePreload: { resolveDependencies: (_file, files) => files.filter((file) => file.endsWith(".css")) },
    rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } },
  },
  environments: {
    client: { build: { rolldownOptions: { output: { entryFileNames: CODE_FILE, chunkFileNames: CODE_FILE } } } },
  },
  server: { proxy: { "/api": { target: `http://127.0.0.1:${process.env.PORT || 3000}`, ws: true } } },
});
