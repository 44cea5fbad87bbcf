import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { BuiltFile } from "./built-files.ts";

/** As the build writes it: an address below this site, which those who show links do not understand. */
const PICTURE = /(<meta property="og:image" content=")(\/[^"]*")/;
// At start, for a dozen pages: the last percent is not worth the seconds.
const QUICK_BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** The page with the whole address of its picture. Other files, and pages without one, are given back as they are. */
export function addressPicture(file: BuiltFile, origin: string): BuiltFile {
  if (!file.path.endsWith(".html")) return file;
  const html = file.body.toString("utf8");
  const addressed = html.replace(PICTURE, (_, before: string, path: string) => before + origin + path);
  if (addressed === html) return file;
  const body = Buffer.from(addressed);
  const { br, gzip } = file.packed;
  const packed = { ...(br && { br: brotliCompressSync(body, QUICK_BROTLI) }), ...(gzip && { gzip: gzipSync(body) }) };
  return { ...file, body, packed };
}
