import type { Plugin } from "vite";
import { brand } from "../../packages/contract/src/brand.ts";

/** The light canvas of `app.css`: what a phone shows while the installed product opens. */
const CANVAS = "#fbf6ef";

const manifest = {
  name: brand.name,
  short_name: brand.name,
  description: brand.tagline,
  lang: "pt-BR",
  dir: "ltr",
  id: "/",
  start_url: "/",
  scope: "/",
  display: "standalone",
  background_color: CANVAS,
  theme_color: CANVAS,
  categories: ["social", "lifestyle"],
  icons: [
    { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
    { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
    { src: "/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
  ],
};

/** Writes /manifest.webmanifest at build, so that the name of the product stands in the brand file alone. */
export function webManifest(): Plugin {
  return {
    name: "web-manifest",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "client",
    generateBundle() {
      this.emitFile({ type: "asset", fileName: "manifest.webmanifest", source: JSON.stringify(manifest) });
    },
  };
}
