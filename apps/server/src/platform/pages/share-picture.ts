import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { BuiltFile } from "./built-files.ts";

/** The build writes a path, but apps that preview links need a complete URL. */
const PICTURE = /(<meta property="og:image" content=")(\/[^"]*")/;
// A dozen pages are compressed at every start, where the last percent is not worth the seconds.
const QUICK_BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** Writes the complete URL of a page's picture into the page. Answers other files, and pages without a picture, unchanged. */
export function writePictureUrl(file: BuiltFile, origin: string): BuiltFile {
  if (!file.path.endsWith(".html")) return file;
  const html = file.body.toString("utf8");
  const written = html.replace(PICTURE, (_, before: string, path: string) => before + origin + path);
  if (written === html) return file;
  const body = Buffer.from(written);
  const { br, gzip } = file.compressed;
  const compressed = {
    ...(br && { br: brotliCompressSync(body, QUICK_BROTLI) }),
    ...(gzip && { gzip: gzipSync(body) }),
  };
  return { ...file, body, compressed };
}
