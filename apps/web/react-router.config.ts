import { join } from "node:path";
import type { Config } from "@react-router/dev/config";
import { buildWorker } from "./site-build/build-worker.ts";
import { packFiles } from "./site-build/pack-files.ts";
import { slimManifest, writeRoutes } from "./site-build/route-manifest.ts";

/** Public pages, prerendered so that they show before any script runs. */
const PUBLIC_PAGES = [
  "/",
  "/login",
  "/cadastro",
  "/sobre",
  "/como-funciona",
  "/esqueci-senha",
  "/redefinir-senha",
  "/privacidade",
  "/privacidade/pedido",
  "/cookies",
  "/termos",
  "/faq",
  "/seguranca",
  "/transparencia",
  "/confirmar-email",
  "/recurso",
  "/nao-fui-eu",
  "/confirmar-aviso",
  "/confirmar-pedido",
  "/denunciar-conteudo",
  "/assumir-perfil",
];

export default {
  ssr: false,
  prerender: PUBLIC_PAGES,
  buildEnd: async ({ reactRouterConfig }) => {
    const folder = join(reactRouterConfig.buildDirectory, "client");
    await buildWorker(folder);
    writeRoutes(folder);
    slimManifest(folder);
    packFiles(folder);
  },
} satisfies Config;
