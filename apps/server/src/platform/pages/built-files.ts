import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join, sep } from "node:path";

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
