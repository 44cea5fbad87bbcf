import { ApiError } from "~/platform/api.ts";
import { unreadableFile } from "../gallery-rules.ts";
import { compressPhoto } from "./compress-photo.ts";
import { needsCompression } from "./compress-rules.ts";

/** A picture that is small enough to be sent: as it is, or compressed. */
export async function makeSmaller(file: File): Promise<Blob> {
  if (!needsCompression(file)) return file;
  try {
    return await compressPhoto(file);
  } catch {
    // The server would refuse what the browser cannot read.
    throw new ApiError("FILE_INVALID_TYPE", unreadableFile);
  }
}
