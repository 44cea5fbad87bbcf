import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { finished, pipeline } from "node:stream/promises";
import type { FileLimits } from "@caramelo/contract/call";
import { fieldTexts } from "@caramelo/contract/errors";
import { Busboy, type BusboyFileStream } from "@fastify/busboy";
import { Failure } from "./failure.ts";

const DATA_MAX_BYTES = 64 * 1024;

/** What an upload brought: the `data` part, parsed as JSON, and the files `photos`, spooled to disk in their order. */
export type Upload = { data: unknown; files: string[] };

/**
 * Reads a multipart request to its end, files going to `folder` so that memory does not grow with them. Answers what
 * came, or the refusal; `discard` removes the files and must always be called.
 */
export async function receiveUpload(request: IncomingMessage, folder: string, limits: FileLimits) {
  const files: string[] = [];
  const writes: Promise<unknown>[] = [];
  const discard = async () => {
    await Promise.allSettled(writes);
    await Promise.all(files.map((file) => rm(file, { force: true })));
  };
  let data: unknown;
  let refusal: Failure | undefined;
  const refuse = (failure: Failure) => {
    refusal ??= failure;
  };

  const parser = openParser(request, limits);
  if (!parser) {
    request.resume();
    return { refusal: new Failure("VALIDATION_ERROR", { fields: { form: fieldTexts.invalid } }), discard };
  }
  parser.on("field", (name: string, value: string, _nameCut: boolean, isCut: boolean) => {
    const parsed = name === "data" && data === undefined && !isCut ? parseJson(value) : undefined;
    if (parsed === undefined) refuse(new Failure("VALIDATION_ERROR", { fields: { form: fieldTexts.invalid } }));
    data = parsed;
  });
  parser.on("file", (name: string, stream: BusboyFileStream) => {
    if (name !== "photos" || refusal) {
      if (!refusal) refuse(new Failure("VALIDATION_ERROR", { fields: { form: fieldTexts.unknownField } }));
      stream.resume();
      return;
    }
    stream.on("limit", () => refuse(new Failure("FILE_TOO_LARGE")));
    const file = join(folder, randomUUID());
    files.push(file);
    writes.push(pipeline(stream, createWriteStream(file, { mode: 0o600 })));
  });
  parser.on("filesLimit", () => refuse(new Failure("PHOTOS_TOO_MANY")));
  for (const event of ["fieldsLimit", "partsLimit"] as const) {
    parser.on(event, () => refuse(new Failure("VALIDATION_ERROR", { fields: { form: fieldTexts.unknownField } })));
  }

  try {
    request.pipe(parser);
    await finished(parser);
    await Promise.all(writes);
  } catch {
    // A body that ends early or is not multipart after all.
    request.unpipe(parser);
    request.resume();
    refuse(new Failure("VALIDATION_ERROR", { fields: { form: fieldTexts.invalid } }));
  }
  return refusal ? { refusal, discard } : { upload: { data: data ?? {}, files } satisfies Upload, discard };
}

/** undefined when the headers are not those of a multipart form. */
function openParser(request: IncomingMessage, limits: FileLimits) {
  const type = request.headers["content-type"];
  if (!type) return undefined;
  try {
    return new Busboy({
      headers: { ...request.headers, "content-type": type },
      limits: {
        fieldNameSize: 60,
        fieldSize: DATA_MAX_BYTES,
        fields: 1,
        // One byte more than allowed is enough to know.
        fileSize: limits.maxBytes + 1,
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, (key, value) => {
      // What JSON.parse keeps as an own key could become a prototype further on.
      if (key === "__proto__") throw new SyntaxError("__proto__ is no field");
      return value;
    });
  } catch {
    return undefined;
  }
}
