import { randomBytes } from "node:crypto";
import { addPhotoObjects } from "../features/photos/object-queries.ts";
import { addPhotos } from "../features/photos/queries.ts";
import type { Db } from "../platform/database/database.ts";
import { randomId } from "../platform/ids.ts";
import { photoFileName, photoKey } from "../platform/storage/key-rules.ts";
import { makeMember } from "./people.ts";
import type { World } from "./world.ts";

/** Stores photos of a member at these positions, without any bytes. Returns their file names in the same order. */
export async function makePhotos(db: Db, memberId: string, positions: number[]): Promise<string[]> {
  const createdAt = new Date();
  const facts = { memberId, width: 1440, height: 1920, thumbhash: "x", createdAt };
  const photos = positions.map((position) => ({
    ...facts,
    id: randomId(),
    fileName: photoFileName(memberId, createdAt, randomBytes(16).toString("hex")),
    position,
  }));
  const fileNames = photos.map((photo) => photo.fileName);
  await addPhotoObjects(db, fileNames, createdAt);
  await addPhotos(db, photos);
  return fileNames;
}

/** Stores a photo of an active member, of three bytes, and returns its link of today. */
export async function makePhotoLink({ owner, context }: World): Promise<string> {
  const { id } = await makeMember(owner);
  const [fileName = ""] = await makePhotos(owner, id, [0]);
  await context.storage.put(photoKey(fileName, "small"), new Uint8Array([1, 2, 3]));
  return context.photoLinks.linkTo(fileName, "small", new Date());
}
