import type { FastifyInstance, FastifyRequest } from "fastify";

/** The pages that search engines may list. They are written by the build and show only the product itself. */
const PUBLIC_PATHS = [
  "/",
  "/cadastro",
  "/sobre",
  "/como-funciona",
  "/faq",
  "/seguranca",
  "/transparencia",
  "/denunciar-conteudo",
  "/privacidade/pedido",
  "/privacidade",
  "/cookies",
  "/termos",
];
/** Addresses that search engines must not list: members' screens, and pages that need a mailed link. */
const CLOSED_PATHS = [
  "/api/",
  "/admin",
  "/busca",
  "/perfil",
  "/mensagens",
  "/favoritos",
  "/visitas",
  "/configuracoes",
  "/premium",
  "/destaque",
  "/checkout",
  "/obrigado",
  "/redefinir-senha",
  "/nao-fui-eu",
  "/confirmar-email",
  "/confirmar-aviso",
  "/assumir-perfil",
];

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const escapeText = (text: string) => text.replace(/[&<>]/g, (letter) => ESCAPES[letter] ?? "");

const writeRobots = (origin: string) =>
  ["User-agent: *", ...CLOSED_PATHS.map((path) => `Disallow: ${path}`), "", `Sitemap: ${origin}/sitemap.xml`, ""].join(
    "\n",
  );

function writeSiteMap(origin: string): string {
  const entries = PUBLIC_PATHS.map((path) => `  <url><loc>${escapeText(origin + path)}</loc></url>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries,
    "</urlset>",
    "",
  ].join("\n");
}

/**
 * Serves /robots.txt and /sitemap.xml. `originOf` returns the public address of the site, such as
 * "https://caramelo.example".
 */
export function registerSiteMap(app: FastifyInstance, originOf: (request: FastifyRequest) => string): void {
  const serve = (path: string, type: string, write: (origin: string) => string) =>
    app.get(path, (request, reply) =>
      reply.headers({ "content-type": type, "cache-control": "public, max-age=3600" }).send(write(originOf(request))),
    );
  serve("/robots.txt", "text/plain; charset=utf-8", writeRobots);
  serve("/sitemap.xml", "application/xml; charset=utf-8", writeSiteMap);
}
