import type { Plugin } from "vite";
import { brandMark } from "../../../packages/contract/src/brand/brand.ts";

/** The light canvas colour of `app.css`, shown on phones while the installed product opens. */
const CANVAS = "#fbf6ef";

const ICON = { src: "/icon-192.png", sizes: "192x192", type: "image/png" } as const;

/** Pictures of a demo site without its bar, because each site has its own name. Stored in `public`. */
const screenshot = (name: string, form_factor: "narrow" | "wide", sizes: string, label: string) => ({
  src: `/screenshots/${name}.webp`,
  sizes,
  type: "image/webp",
  form_factor,
  label,
});

export const manifest = {
  name: brandMark("name"),
  short_name: brandMark("name"),
  description: brandMark("tagline"),
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
    ICON,
    { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
    { src: "/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
  ],
  // Shown in the browser's installation dialog.
  screenshots: [
    screenshot("busca", "narrow", "720x1280", "Perfis da sua região e filtros rápidos"),
    screenshot("conversa", "narrow", "720x1280", "Conversa com confirmação de leitura"),
    screenshot("busca-larga", "wide", "1280x720", "Perfis lado a lado em tela grande"),
  ],
  // Offered on a long press on the icon. Guests are sent to the sign-in screen.
  shortcuts: [
    { name: "Mensagens", url: "/mensagens", icons: [ICON] },
    { name: "Buscar", url: "/busca", icons: [ICON] },
  ],
};

/** Writes /manifest.webmanifest at build. The server inserts the brand in force. */
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
