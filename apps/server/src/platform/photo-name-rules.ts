/** The name of a new photo: whose it is, when it came, and 128 random bits that nobody can guess. */
export function photoFileName(memberId: string, now: Date, suffix: string): string {
  return `${memberId}/gallery/${now.getTime()}-${suffix}.webp`;
}

/** Where one size of a photo is stored. */
export function photoKey(fileName: string, size: number): string {
  return fileName.replace(/\.webp$/, `.${size}.webp`);
}
