import { readPhotoType } from "~/platform/photo-type.ts";

export type OfferedPhoto = { file: File; type: string; size: number };

/** The picked files with the types derived from their first bytes. */
export function offerFiles(files: readonly File[]): Promise<OfferedPhoto[]> {
  return Promise.all(files.map(async (file) => ({ file, type: await readPhotoType(file), size: file.size })));
}
