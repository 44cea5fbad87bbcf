import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Encoding } from "./built-files.ts";

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
/**
 * A member waits while their page is compressed, so this quality takes a few milliseconds and leaves a quarter of the
 * bytes.
 */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

export const compressQuickly = (text: string, encoding: Encoding): Promise<Buffer> =>
  encoding === "br" ? brotli(text, QUALITY) : gzipped(text, { level: 5 });
