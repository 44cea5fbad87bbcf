import { ApiError } from "~/platform/api.ts";
import { unreadableFile } from "../gallery-rules.ts";
import { compressPhoto } from "./compress-photo.ts";
import { needsCompression } from "./compress-rules.ts";

/** Returns a picture that is small enough to be sent, compressed where necessary. */
export async function makeSmaller(file: File): Promise<Blob> {
  if (!needsCompression(file)) return file;
  try {
    return await compressPhoto(file);
  } catch {
    // A picture that the browser cannot read would be refused by the server, too.
    throw new ApiError("FILE_INVALID_TYPE", unreadableFile);
  }
}
