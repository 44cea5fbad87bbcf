import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type BuiltFile, chooseEncoding, loadBuiltFiles } from "./built-files.ts";
import { pagePolicy, WORKER_POLICY } from "./content-policy.ts";
import { addressPicture } from "./share-picture.ts";
import { registerSiteMap } from "./site-map.ts";

type Options = {
  /** The folder of the web build that browsers may read (`build/client`). */
  folder: string;
  isHttps: boolean;
  /** Where strangers reach the product: an address for search engines and for shared links. */
  origin: string;
};

const FALLBACK = "__spa-fallback.html";
const FOREVER = "public, max-age=31536000, immutable";

/**
 * Serves the web build: its files, its pages, and the empty page for addresses that the browser's router knows.
 * Files that do not exist and unknown addresses below /api go to the app's own not-found handler.
 * @throws Error when the build, or its fallback page, is missing
 */
export function registerPages(app: FastifyInstance, { folder, isHttps, origin }: Options): void {
  const built = [...loadBuiltFiles(folder)];
  const files = new Map(built.map(([path, file]) => [path, addressPicture(file, origin)]));
  const headers = new Map([...files.values()].map((file) => [file.path, headersOf(file, isHttps)]));
  if (!files.has(FALLBACK)) throw new Error(`The web build has no ${FALLBACK}: ${folder}`);

  registerSiteMap(app, origin);
  app.get<{ Params: { "*": string } }>("/*", (request, reply) => {
    const file = findFile(files, request.params["*"].replace(/\/+$/, ""));
    return file ? sendFile(request, reply, file, headers.get(file.path)) : reply.callNotFound();
  });
}

function findFile(files: Map<string, BuiltFile>, path: string): BuiltFile | undefined {
  if (path === "api" || path.startsWith("api/")) return undefined;
  const exact = files.get(path) ?? files.get(path === "" ? "index.html" : `${path}/index.html`);
  if (exact) return exact;
  const looksLikeFile = path.startsWith("assets/") || /\.\w+$/.test(path);
  return looksLikeFile ? undefined : files.get(FALLBACK);
}

function headersOf(file: BuiltFile, isHttps: boolean): Record<string, string> {
  const headers: Record<string, string> = {
    "content-type": file.type,
    etag: file.etag,
    "cache-control": cacheFor(file.path),
    vary: "accept-encoding",
  };
  if (file.path.endsWith(".html"))
    headers["content-security-policy"] = pagePolicy(file.body.toString("utf8"), { isHttps });
  if (file.path === "sw.js") headers["content-security-policy"] = WORKER_POLICY;
  // What lies behind the sign-in is nobody's search result.
  if (file.path === FALLBACK) headers["x-robots-tag"] = "noindex, nofollow";
  return headers;
}

function cacheFor(path: string): string {
  if (path.startsWith("assets/")) return FOREVER;
  return path.endsWith(".html") || path === "sw.js" ? "no-cache" : "public, max-age=3600";
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: BuiltFile, headers: Record<string, string> = {}) {
  reply.headers(headers);
  if (request.headers["if-none-match"]?.includes(file.etag)) return reply.code(304).send();
  if (file.type.startsWith("audio/")) return sendSound(request, reply, file);
  const encoding = chooseEncoding(file, request.headers["accept-encoding"]);
  if (!encoding) return reply.send(file.body);
  return reply.header("content-encoding", encoding).send(file.packed[encoding]);
}

/** Safari plays nothing from a server that cannot give it a part: one range is given, all else is the whole. */
function sendSound({ headers }: FastifyRequest, reply: FastifyReply, { body }: BuiltFile) {
  reply.header("accept-ranges", "bytes");
  const [, from, to] = /^bytes=(\d{1,9})-(\d{0,9})$/.exec(headers.range ?? "") ?? [];
  if (from === undefined) return reply.send(body);
  const [first, last] = [Number(from), Math.min(to ? Number(to) : Number.POSITIVE_INFINITY, body.length - 1)];
  if (first > last) return reply.code(416).header("content-range", `bytes */${body.length}`).send();
  const range = `bytes ${first}-${last}/${body.length}`;
  return reply
    .code(206)
    .header("content-range", range)
    .send(body.subarray(first, last + 1));
}
