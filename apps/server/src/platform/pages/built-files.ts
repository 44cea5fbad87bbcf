import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join, sep } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { pageContentPolicy, WORKER_POLICY } from "./content-policy.ts";

export type Encoding = "br" | "gzip";

export type BuiltFile = {
  /** The path below the build folder, with "/" as separator: "assets/a.js". */
  path: string;
  type: string;
  etag: string;
  body: Buffer;
  /** The compressed forms of the body, made by the build. */
  compressed: Partial<Record<Encoding, Buffer>>;
};

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".mp3": "audio/mpeg",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wav": "audio/wav",
  ".webmanifest": "application/manifest+json",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};

const COMPRESSED = /\.(br|gz)$/;

/**
 * Reads the whole web build into memory, a few megabytes, so that no request reads the disk and no address can reach a
 * file outside the build. Hidden files and files of unknown types are left out.
 * @throws Error when the folder is missing
 */
export function loadBuiltFiles(folder: string): Map<string, BuiltFile> {
  if (!existsSync(folder)) throw new Error(`The web build is missing: ${folder}`);
  const files = new Map<string, BuiltFile>();
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const path = name.split(sep).join("/");
    const type = TYPES[extname(path)];
    if (type && !COMPRESSED.test(path) && !/(^|\/)\./.test(path)) files.set(path, loadFile(folder, path, type));
  }
  return files;
}

function loadFile(folder: string, path: string, type: string): BuiltFile {
  const body = readFileSync(join(folder, path));
  const hash = createHash("sha256").update(body).digest("base64url").slice(0, 22);
  // The tag is weak because the compressed forms share it.
  return { path, type, etag: `W/"${hash}"`, body, compressed: loadCompressed(join(folder, path)) };
}

function loadCompressed(file: string): BuiltFile["compressed"] {
  return {
    ...(existsSync(`${file}.br`) && { br: readFileSync(`${file}.br`) }),
    ...(existsSync(`${file}.gz`) && { gzip: readFileSync(`${file}.gz`) }),
  };
}

/** Returns the smallest form that the browser accepts; undefined means the plain body. */
export const chooseEncoding = (file: BuiltFile, accepted: string | undefined): Encoding | undefined =>
  findEncoding(
    (["br", "gzip"] as const).filter((name) => name in file.compressed),
    accepted,
  );

/** Returns the first of these encodings that the browser accepts. */
export function findEncoding(names: readonly Encoding[], accepted: string | undefined): Encoding | undefined {
  const offers = (accepted ?? "").split(",").map((offer) => offer.split(";").map((part) => part.trim()));
  return names.find((name) => offers.some(([offer, weight]) => offer === name && !/^q=0(\.0*)?$/.test(weight ?? "")));
}

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
/**
 * A member waits while their page is compressed, so this quality takes about a millisecond and leaves a quarter of the
 * bytes.
 */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

export const compressQuickly = (text: string, encoding: Encoding): Promise<Buffer> =>
  encoding === "br" ? brotli(text, QUALITY) : gzipped(text, { level: 5 });

/** The file of the empty page, which is sent for addresses that the browser's router knows. */
export const FALLBACK = "__spa-fallback.html";
const FOREVER = "public, max-age=31536000, immutable";

export function headersOf(file: BuiltFile, isHttps: boolean, isFramed = false): Record<string, string> {
  const headers: Record<string, string> = {
    "content-type": file.type,
    etag: file.etag,
    "cache-control": cacheFor(file.path),
    vary: "accept-encoding",
  };
  if (file.path.endsWith(".html"))
    headers["content-security-policy"] = pageContentPolicy(file.body.toString("utf8"), { isHttps, isFramed });
  if (file.path === "sw.js") headers["content-security-policy"] = WORKER_POLICY;
  // Search engines must not list the screens behind the sign-in.
  if (file.path === FALLBACK) headers["x-robots-tag"] = "noindex, nofollow";
  return headers;
}

function cacheFor(path: string): string {
  if (path.startsWith("assets/")) return FOREVER;
  return path.endsWith(".html") || path === "sw.js" ? "no-cache" : "public, max-age=3600";
}
