import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Encoding } from "./built-files.ts";

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
/** A page of a member is compressed while they wait: a few milliseconds for a quarter of the bytes. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

export const compressQuickly = (text: string, encoding: Encoding): Promise<Buffer> =>
  encoding === "br" ? brotli(text, QUALITY) : gzipped(text, { level: 5 });
