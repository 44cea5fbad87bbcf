import { type Brand, brand } from "@caramelo/contract/brand/brand";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { writeBrand, writePictureUrl } from "./brand.ts";
import {
  type BuiltFile,
  chooseEncoding,
  compressQuickly,
  FALLBACK,
  findEncoding,
  headersOf,
  loadBuiltFiles,
} from "./built-files.ts";
import { type FirstAnswers, findMemberRoute, loadMemberRoutes, writeMemberPage } from "./member-page.ts";
import { registerSiteMap } from "./site-map.ts";

type Options = {
  /** The folder of the web build that browsers may read (`build/client`). */
  folder: string;
  isHttps: boolean;
  /** The public address of the site, for search engines and shared links. */
  origin: string;
  /** Returns the address at which this request reached the site. */
  originOf: (request: FastifyRequest) => string;
  /**
   * Returns the data sent with the page of the requesting member; undefined for a guest, and when the answers take too
   * long.
   */
  findFirstAnswers?: (request: FastifyRequest, path: string) => Promise<FirstAnswers | undefined>;
};

type Headers = Readonly<Record<string, string>>;

/** Our own payment pages, which the checkout shows in a frame. */
const FRAMED = /^(sandbox|pix)\/[^/]+$/;

/**
 * Serves the web build: its files, its pages, and the empty page for addresses that the browser's router knows.
 * Files that do not exist and unknown addresses below /api and /.well-known go to the app's own not-found handler.
 * @throws Error when the build, or its fallback page, is missing
 */
export function registerPages(
  app: FastifyInstance,
  { folder, isHttps, origin, originOf, findFirstAnswers = async () => undefined }: Options,
): void {
  const memberRoutes = loadMemberRoutes(folder);
  const builtFiles = [...loadBuiltFiles(folder).values()].map((file) => writePictureUrl(file, origin));
  if (!builtFiles.some(({ path }) => path === FALLBACK)) throw new Error(`The web build has no ${FALLBACK}: ${folder}`);
  const pagesInForce = keepLatest((texts: Brand) => writePages(builtFiles, texts, isHttps));
  // The pages are written at the start, so that the first visitor does not wait for them.
  pagesInForce(brand);

  registerSiteMap(app, originOf);
  // Password managers lead here (https://w3c.github.io/webappsec-change-password-url).
  app.get("/.well-known/change-password", (_request, reply) => reply.redirect("/configuracoes"));
  app.get<{ Params: { "*": string } }>("/*", async (request, reply) => {
    const path = pathOfPage(request.params["*"]);
    const { files, headers, fallback, framed } = pagesInForce(brand);
    const file = findFile(files, path);
    if (!file) return reply.callNotFound();
    const screen = file === fallback ? findMemberRoute(memberRoutes, path) : undefined;
    const first = screen && request.method === "GET" ? await findFirstAnswers(request, path) : undefined;
    if (screen && first) {
      const html = writeMemberPage(file.body.toString("utf8"), screen.files, first);
      return sendMemberPage(request, reply, html, headers.get(file.path));
    }
    return sendFile(request, reply, file, file === fallback && FRAMED.test(path) ? framed : headers.get(file.path));
  });
}

/** Returns the path of a page without the slashes at its end. */
export function pathOfPage(address: string): string {
  let end = address.length;
  while (address[end - 1] === "/") end -= 1;
  return address.slice(0, end);
}

/** Returns the files of the site under a brand, with their headers. */
function writePages(builtFiles: readonly BuiltFile[], texts: Brand, isHttps: boolean) {
  const files = new Map(builtFiles.map((file) => [file.path, writeBrand(file, texts)]));
  const headers = new Map([...files.values()].map((file) => [file.path, headersOf(file, isHttps)]));
  const fallback = files.get(FALLBACK);
  return { files, headers, fallback, framed: fallback && headersOf(fallback, isHttps, true) };
}

/** Returns a function that calls `write` again only when its texts differ from the last time. */
function keepLatest<Made>(write: (texts: Brand) => Made): (texts: Brand) => Made {
  let latest: { key: string; made: Made } | undefined;
  return (texts) => {
    const key = JSON.stringify(texts);
    if (latest?.key !== key) latest = { key, made: write(texts) };
    return latest.made;
  };
}

function findFile(files: Map<string, BuiltFile>, path: string): BuiltFile | undefined {
  if (/^(api|\.well-known)(\/|$)/.test(path)) return undefined;
  // The address began with two slashes. A page that reopens it by its path would leave for the host in that address, so
  // none is served.
  if (path.startsWith("/")) return undefined;
  const exact = files.get(path) ?? files.get(path === "" ? "index.html" : `${path}/index.html`);
  if (exact) return exact;
  const looksLikeFile = path.startsWith("assets/") || /\.\w+$/.test(path);
  return looksLikeFile ? undefined : files.get(FALLBACK);
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: BuiltFile, headers: Headers = {}) {
  reply.headers(headers);
  if (request.headers["if-none-match"]?.includes(file.etag)) return reply.code(304).send();
  if (file.type.startsWith("audio/")) return sendSound(request, reply, file);
  const encoding = chooseEncoding(file, request.headers["accept-encoding"]);
  if (!encoding) return reply.send(file.body);
  return reply.header("content-encoding", encoding).send(file.compressed[encoding]);
}

/** Sends a page with data for this member only, so no cache may store it. */
async function sendMemberPage(request: FastifyRequest, reply: FastifyReply, html: string, headers: Headers = {}) {
  const { etag: _, ...own } = headers;
  reply.headers({ ...own, "cache-control": "no-store" });
  const encoding = findEncoding(["br", "gzip"], request.headers["accept-encoding"]);
  if (!encoding) return reply.send(html);
  return reply.header("content-encoding", encoding).send(await compressQuickly(html, encoding));
}

/**
 * Sends a sound. Safari plays sounds only from servers that answer ranges. One range is answered; any other Range
 * header gets the whole file.
 */
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
