import fs from "node:fs";

/**
 * Opens a plain file inside the cluster's folder for reading and writing. When Node runs as root, that folder belongs
 * to another user, so a link planted there must not make root write elsewhere.
 */
export function openPlainFile(file: string, extraFlags = 0): number {
  // Windows has neither O_NOFOLLOW nor root.
  const descriptor = fs.openSync(file, fs.constants.O_RDWR | (fs.constants.O_NOFOLLOW ?? 0) | extraFlags, 0o600);
  const stat = fs.fstatSync(descriptor);
  if (stat.isFile() && stat.nlink === 1) return descriptor;
  fs.closeSync(descriptor);
  throw new Error(`${file} is not a plain file`);
}
