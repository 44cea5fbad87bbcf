import { createHash } from "node:crypto";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { BRAND_MARK, type Brand, brandMark, PAGE_BRAND } from "@caramelo/contract/brand/brand";
import type { BuiltFile, Encoding } from "./built-files.ts";

// Pages with a brand are compressed at the first request, so the last percent is not worth the wait.
const QUICK_BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" };

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
const escapeJson = (text: string) => JSON.stringify(text).slice(1, -1);

/**
 * Returns the file with the rewritten text, or the same file if `rewrite` changes nothing. A changed file gets its own
 * tag and compressed forms.
 */
function rewriteFile(file: BuiltFile, rewrite: (text: string) => string): BuiltFile {
  const before = file.body.toString("utf8");
  const after = rewrite(before);
  if (after === before) return file;
  const body = Buffer.from(after);
  const compressed: BuiltFile["compressed"] = {};
  if ("br" in file.compressed) makeLater(compressed, "br", () => brotliCompressSync(body, QUICK_BROTLI));
  if ("gzip" in file.compressed) makeLater(compressed, "gzip", () => gzipSync(body));
  const hash = createHash("sha256").update(body).digest("base64url").slice(0, 22);
  return { ...file, body, compressed, etag: `W/"${hash}"` };
}

/** Adds a compressed form that is made at its first read, and then cached. */
function makeLater(compressed: BuiltFile["compressed"], name: Encoding, make: () => Buffer): void {
  let compressedBytes: Buffer | undefined;
  Object.defineProperty(compressed, name, {
    enumerable: true,
    get: () => {
      compressedBytes ??= make();
      return compressedBytes;
    },
  });
}

/** Writes a brand where the build left placeholders: into pages, and into the manifest of the installed product. */
export function writeBrand(file: BuiltFile, brand: Brand): BuiltFile {
  const escapeText = escapeFor(file.path);
  if (!escapeText) return file;
  const textOf = (mark: string): string => {
    if (mark === PAGE_BRAND) return JSON.stringify(brand);
    const text: unknown = Reflect.get(brand, mark);
    return typeof text === "string" ? text : brandMark(mark);
  };
  return rewriteFile(file, (text) => text.replace(BRAND_MARK, (_, mark: string) => escapeText(textOf(mark))));
}

function escapeFor(path: string): ((text: string) => string) | undefined {
  if (path.endsWith(".html")) return escapeHtml;
  return path.endsWith(".webmanifest") ? escapeJson : undefined;
}

/** The build writes a path, but apps that preview links need a complete URL. */
const PICTURE = /(<meta property="og:image" content=")(\/[^"]*")/;

/**
 * Writes the complete URL of a page's picture into the page. Other files, and pages without a picture, are returned
 * unchanged.
 */
export function writePictureUrl(file: BuiltFile, origin: string): BuiltFile {
  if (!file.path.endsWith(".html")) return file;
  return rewriteFile(file, (html) =>
    html.replace(PICTURE, (_, before: string, path: string) => before + origin + path),
  );
}
