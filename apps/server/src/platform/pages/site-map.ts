import type { FastifyInstance } from "fastify";

/** What strangers may find by a search: written at build, and about the product only. */
const FINDABLE = [
  "/",
  "/cadastro",
  "/sobre",
  "/como-funciona",
  "/faq",
  "/seguranca",
  "/privacidade",
  "/cookies",
  "/termos",
];
/** Members' screens, and pages that only a mailed link makes sense of. */
const CLOSED = [
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
  "/confirmar-email",
];

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const escapeText = (text: string) => text.replace(/[&<>]/g, (letter) => ESCAPES[letter] ?? "");

const writeRobots = (origin: string) =>
  ["User-agent: *", ...CLOSED.map((path) => `Disallow: ${path}`), "", `Sitemap: ${origin}/sitemap.xml`, ""].join("\n");

function writeSiteMap(origin: string): string {
  const entries = FINDABLE.map((path) => `  <url><loc>${escapeText(origin + path)}</loc></url>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries,
    "</urlset>",
    "",
  ].join("\n");
}

/** Serves /robots.txt and /sitemap.xml. `origin`: where strangers reach the product, such as "https://caramelo.example". */
export function registerSiteMap(app: FastifyInstance, origin: string): void {
  const serve = (path: string, type: string, body: string) =>
    app.get(path, (_request, reply) =>
      reply.headers({ "content-type": type, "cache-control": "public, max-age=3600" }).send(body),
    );
  serve("/robots.txt", "text/plain; charset=utf-8", writeRobots(origin));
  serve("/sitemap.xml", "application/xml; charset=utf-8", writeSiteMap(origin));
}
