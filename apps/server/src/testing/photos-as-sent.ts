import type { World } from "./world.ts";

// Any picture's will do.
const THUMBHASH = "1QcSHQRnh493V4dIh4eXh1h4kJUI";

/**
 * Lets a world store each uploaded photo as it came, in every size, for tests that are not about pictures: the
 * processes that draw them are expensive to start.
 */
export function storePhotosAsSent({ context: { photoProcessor } }: World): void {
  photoProcessor.process = async (files) => {
    const sentBytes = await Promise.all(files.map((readFile) => readFile()));
    const photos = sentBytes.map((bytes) => ({
      sizes: { small: bytes, medium: bytes, large: bytes },
      width: 200,
      height: 200,
      thumbhash: THUMBHASH,
      fingerprints: [],
    }));
    return { ok: true, photos };
  };
}
