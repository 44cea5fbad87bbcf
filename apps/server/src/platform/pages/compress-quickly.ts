import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Encoding } from "./built-files.ts";

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
/**
 * A member waits while their page is compressed, so this quality takes about a millisecond and leaves a quarter of the
 * bytes. A window of 128 kB holds a whole page; the default of 4 MB for each page only feeds the garbage collector.
 */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 17 } };

export const compressQuickly = (text: string, encoding: Encoding): Promise<Buffer> =>
  encoding === "br" ? brotli(text, QUALITY) : gzipped(text, { level: 5 });
