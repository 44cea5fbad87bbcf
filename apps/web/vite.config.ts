import { fileURLToPath } from "node:url";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  resolve: { alias: { "~": fileURLToPath(new URL("./app", import.meta.url)) } },
  // Nothing inlined: the content policy allows data: for pictures only, and a font or script must stay cacheable.
  build: {
    assetsInlineLimit: 0,
    rolldownOptions: {
      // One file for what every page needs: smaller together than apart, and it outlives most releases in the cache.
      output: {
        codeSplitting: {
          groups: [{ name: "base", test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/ }],
        },
      },
    },
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:3000", ws: true } } },
});
