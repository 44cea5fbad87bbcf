import { randomBytes } from "node:crypto";
import { LARGEST_PHOTO_SIZE } from "@caramelo/contract/limits";
import { addPhotoObjects } from "../../features/photos/object-queries.ts";
import { randomId } from "../../platform/ids.ts";
import { photoFileName, photoKey } from "../../platform/storage/key-rules.ts";
import { makePhotos } from "../photo-rows.ts";
import type { World } from "../world.ts";
import { type AddRows, at } from "./rows.ts";

/** Adds a photo that shows and one that the staff removed, with their bytes. */
export async function addPictures({ owner, context: { storage } }: World, add: AddRows, id: string) {
  const [shownName = ""] = await makePhotos(owner, id, [0]);
  const takenName = photoFileName(id, at(0), randomBytes(16).toString("hex"));
  await addPhotoObjects(owner, [takenName], at(0));
  await add("hiddenPhoto", {
    id: randomId(),
    memberId: id,
    fileName: takenName,
    position: 1,
    width: 1080,
    height: 1440,
    thumbhash: "x",
    createdAt: at(65),
    hiddenAt: at(66),
    isUnderReview: false,
  });
  await storage.put(photoKey(shownName, LARGEST_PHOTO_SIZE), Buffer.from("bytes da foto da galeria"));
  await storage.put(photoKey(takenName, LARGEST_PHOTO_SIZE), Buffer.from("bytes da foto retirada"));
  await add("bannedPhoto", {
    id: randomId(),
    memberId: id,
    fileName: takenName,
    fingerprints: ["01".repeat(200)],
    bannedAt: at(67),
  });
}
