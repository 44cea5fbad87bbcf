import { photoTexts } from "@caramelo/contract/texts/photos";
import { ApiError, isApiError } from "~/platform/api.ts";
import { describeMissingCode } from "~/platform/missing-code.ts";

/** Makes a sign-up photo small enough to send. Throws the reason when it cannot. */
export async function preparePhoto(file: File): Promise<File> {
  // Loaded at the first photo, because the sign-up loads on slow phones.
  const { makeSmaller } = await import("../upload/make-smaller.ts").catch(() => {
    throw new ApiError("NETWORK_ERROR", describeMissingCode());
  });
  try {
    const photo = await makeSmaller(file);
    return photo === file ? file : new File([photo], file.name, { type: photo.type });
  } catch (error) {
    if (isApiError(error, "FILE_INVALID_TYPE")) throw new ApiError(error.code, photoTexts.tooLarge);
    throw error;
  }
}
