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

// The same for what stands around every screen of a member. What a screen or an opened layer brings stays apart.
const MEMBER_FRAME = [
  /app\/ui\/(avatar|badge|later|menu|on-demand|panel|popover|presence-tag|sheet|skeleton|theme-switch|use-photo)\.tsx?$/,
  /app\/platform\/(live|live-rules|log|member-cache|refresh|time-rules|use-moment)\.ts$/,
  /app\/features\/messaging\/(cache|desk|make-client-id|outbox-rules|outbox-sender|outbox-store|queries|stream|stream-rules|typing|use-messaging)\.ts$/,
  /app\/features\/notifications\/(queries|waiting-rules)\.ts$/,
  /app\/features\/presence\//,
  /app\/features\/shell\/(bar-dropdowns|bar-entry|footer|member-bar|notifications-sheet|phone-menu|phone-tabs|rules|screen-head|shell|shell-context|use-sign-out|use-tab-title|use-visible-height)\.tsx?$/,
  /app\/routes\/member(-frame)?\.tsx$/,
  /node_modules\/(partysocket\/|event-target-polyfill\/)/,
  /lucide-react\/dist\/esm\/icons\/(log-out|menu|moon|sun)\.mjs$/,
];
// Guests' screens have a use for these too: they must not bring the members' bars along.
const QUERY = { name: "query", test: /node_modules[\\/]@tanstack[\\/]|app[\\/]platform[\\/]query\.ts$/, priority: 1 };
const FACES = {
  name: "faces",
  test: /app[\\/]ui[\\/]face\.tsx$|[\\/]icons[\\/](bell|cloud-exclamation-point|heart|lock|message-circle|search|wifi-off)\.mjs$/,
  priority: 1,
};
const MEMBER = {
  name: "member",
  test: (id: string) => MEMBER_FRAME.some((part) => part.test(id.replaceAll("\\", "/"))),
  priority: 0,
};

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), slimRouter(), webManifest()],
  resolve: { alias: { "~": fileURLToPath(new URL("./app", import.meta.url)) } },
  // Nothing inlined: the content policy allows data: for pictures only, and a font or script must stay cacheable.
  build: {
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: { codeSplitting: { groups: [BASE, COMMON, QUERY, FACES, MEMBER] } },
    },
  },
  server: { proxy: { "/api": { target: `http://127.0.0.1:${process.env.PORT || 3000}`, ws: true } } },
});
