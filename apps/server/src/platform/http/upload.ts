import type { IncomingMessage } from "node:http";
import { finished } from "node:stream/promises";
import type { FileLimits } from "@caramelo/contract/call/call";
import { fieldTexts } from "@caramelo/contract/call/errors";
import { Busboy, type BusboyFileStream } from "@fastify/busboy";
import type { BodyBounds } from "./body-bounds.ts";
import { Failure } from "./failure.ts";
import { isBoundedJson } from "./json-rules.ts";
import { isDiskError, openSpool } from "./spool.ts";

/** A received upload: the `data` part, parsed as JSON, and the files `photos`, spooled to disk in their order. */
export type Upload = { data: unknown; files: string[] };

/**
 * Reads a multipart request to its end; the files go to `folder`, so that memory does not grow with them. Returns what
 * arrived, or the refusal; the caller must always call `discard`, which removes the files. Throws, with nothing left
 * behind, when the folder cannot be written to.
 */
export async function receiveUpload(
  request: IncomingMessage,
  folder: string,
  { limits, bounds }: { limits: FileLimits; bounds: BodyBounds },
) {
  const { files, addFile, whenWritten, failed: writeFailure, giveUp, discard } = openSpool(folder);
  const parser = openParser(request, limits, bounds);
  if (!parser) {
    request.resume();
    return { refusal: malformed(fieldTexts.invalid), discard };
  }
  let data: unknown;
  let refusal: Failure | undefined;
  const refuse = (failure: Failure) => {
    refusal ??= failure;
  };

  parser.on("field", (name: string, value: string, _nameCut: boolean, isCut: boolean) => {
    const parsedData = name === "data" && data === undefined && !isCut ? parseJson(value, bounds) : undefined;
    if (parsedData === undefined) refuse(malformed(fieldTexts.invalid));
    data = parsedData;
  });
  parser.on("file", (name: string, stream: BusboyFileStream) => {
    // When the body ends within a file, both this stream and the parser fail; without a listener the stream's error
    // would end the server.
    stream.on("error", () => {});
    if (name !== "photos") refuse(malformed(fieldTexts.unknownField));
    if (refusal) {
      stream.resume();
      return;
    }
    stream.on("limit", () => refuse(new Failure("FILE_TOO_LARGE")));
    addFile(stream);
  });
  parser.on("filesLimit", () => refuse(new Failure("PHOTOS_TOO_MANY")));
  for (const event of ["fieldsLimit", "partsLimit"] as const) {
    parser.on(event, () => refuse(malformed(fieldTexts.unknownField)));
  }

  try {
    // The parser may finish before the body ends and leave the pipe; the rest is then read and dropped.
    const parserEnd = finished(parser).then(() => request.resume());
    request.pipe(parser);
    await Promise.race([Promise.all([parserEnd, whenReceived(request)]).then(whenWritten), writeFailure]);
  } catch (error) {
    request.unpipe(parser);
    request.resume();
    giveUp();
    if (isDiskError(error)) {
      await discard();
      throw error;
    }
    // The body ended early, or is not multipart.
    refuse(malformed(fieldTexts.invalid));
  }
  return refusal ? { refusal, discard } : { upload: { data: data ?? {}, files } satisfies Upload, discard };
}

/** Returns undefined when the headers are not those of a multipart form. */
function openParser(request: IncomingMessage, limits: FileLimits, { bytes }: BodyBounds) {
  const type = request.headers["content-type"];
  if (!type) return undefined;
  try {
    return new Busboy({
      headers: { ...request.headers, "content-type": type },
      // By default the parser treats a file without a file name as a text.
      isPartAFile: (name, _type, fileName) => name === "photos" || fileName !== undefined,
      limits: {
        fieldNameSize: 60,
        fieldSize: bytes,
        fields: 1,
        // The parser emits `limit` when one more byte arrives.
        fileSize: limits.maxBytes,
        files: limits.max,
        parts: limits.max + 2,
        headerPairs: 20,
        headerSize: 4096,
      },
    });
  } catch {
    return undefined;
  }
}

function malformed(text: string): Failure {
  return new Failure("VALIDATION_ERROR", { fields: { form: text } });
}

/**
 * Resolves at the end of the request and rejects when the sender closes the connection before, because a pipe alone
 * would wait for ever.
 */
function whenReceived(request: IncomingMessage): Promise<void> {
  return new Promise((resolve, reject) => {
    const hangUp = () => reject(new Error("the sender hung up"));
    if (request.destroyed) hangUp();
    request.on("end", resolve).on("error", hangUp).on("close", hangUp);
  });
}

function parseJson(text: string, bounds: BodyBounds): unknown {
  if (!isBoundedJson(Buffer.from(text), bounds)) return undefined;
  try {
    return JSON.parse(text, (key, value) => {
      // JSON.parse stores __proto__ as an ordinary key, which a later copy could turn into a prototype.
      if (key === "__proto__") throw new SyntaxError("__proto__ is not a field");
      return value;
    });
  } catch {
    return undefined;
  }
}
