import { fileURLToPath } from "node:url";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { slimRouter } from "./slim-router.ts";
import { webManifest } from "./web-manifest.ts";

// What every page needs, in one file: smaller together than apart, and it outlives most releases in the cache.
const BASE = { name: "base", test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/, priority: 2 };

// What the first page of a stranger needs of ours: in one file, else it is two dozen of a few hundred bytes, each
// packed worse. Nothing of Base UI belongs here.
const FIRST_PAGE = [
  /app\/ui\/(alert|brand-mark|button|button-class|checkbox|control-class|cx|error-screen|face-art|field|icon-button|link|loading-screen|password-field|rules|spinner|text-field|toast|toast-outlet)\.tsx?$/,
  /app\/platform\/(api|api-table\.generated|http|hydration|offline-copies|session|theme|trusted-types)\.ts$/,
  /app\/features\/(accounts\/(auth-hero|guard-rules|guest-gate|notice|rules|sign-in-form)|shell\/(brand-bar|brand-link|page-title))\.tsx?$/,
  /packages\/contract\/src\/(brand|characters|errors|limits)\.ts$/,
  /lucide-react\/dist\/esm\/(?!icons)/,
  /lucide-react\/dist\/esm\/icons\/(check|circle-check|circle-exclamation-point|eye|eye-off|info|loader-circle|map-pin-off|shield-check|triangle-exclamation-point)\.mjs$/,
  /vite\/preload-helper/,
];
const COMMON = {
  name: "common",
  test: (id: string) => FIRST_PAGE.some((part) => part.test(id.replaceAll("\\", "/"))),
  priority: 1,
};

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), slimRouter(), webManifest()],
  resolve: { alias: { "~": fileURLToPath(new URL("./app", import.meta.url)) } },
  // Nothing inlined: the content policy allows data: for pictures only, and a font or script must stay cacheable.
  build: {
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: { codeSplitting: { groups: [BASE, COMMON] } },
    },
  },
  server: { proxy: { "/api": { target: `http://127.0.0.1:${process.env.PORT || 3000}`, ws: true } } },
});
