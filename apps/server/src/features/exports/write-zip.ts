import { LARGEST_PHOTO_SIZE } from "@caramelo/contract/limits";
import { makeZip } from "client-zip";
import { photoKey, photoNameOf } from "../../platform/storage/key-rules.ts";
import type { Storage } from "../../platform/storage/storage.ts";
import type { Row, Section } from "./list-sections.ts";
import { fileOf, pictureOf } from "./source-rules.ts";

type Content = {
  sections: readonly Section[];
  /** The stored names of the photos. */
  photos: () => AsyncIterable<string>;
  page: () => AsyncIterable<string>;
  storage: Pick<Storage, "get">;
  now: Date;
};

/**
 * The bytes of the ZIP. Its files are read one after the other, each while it is written, so that its size needs no
 * memory. `onFile` is called before each of them.
 */
export function writeZip(content: Content, onFile: () => Promise<void>): AsyncIterable<Uint8Array> {
  return makeZip(listFiles(content, onFile));
}

async function* listFiles({ sections, photos, page, storage, now }: Content, onFile: () => Promise<void>) {
  for (const { name, read } of sections) {
    await onFile();
    yield { name: fileOf(name), input: toJson(read()), lastModified: now };
  }
  for await (const fileName of photos()) {
    // A photo that was removed meanwhile is missing.
    const picture = await storage.get(photoKey(fileName, LARGEST_PHOTO_SIZE));
    if (picture) yield { name: pictureOf(photoNameOf(fileName).name), input: picture.bytes, lastModified: now };
  }
  await onFile();
  yield { name: "index.html", input: page(), lastModified: now };
}

/** A JSON list, a row at a time. */
async function* toJson(rows: AsyncIterable<Row>): AsyncGenerator<string> {
  let separator = "[\n";
  for await (const row of rows) {
    yield separator + JSON.stringify(row);
    separator = ",\n";
  }
  yield separator === "[\n" ? "[]\n" : "\n]\n";
}
