/** The newest release of the embedded PostgreSQL's series that was known when this release was made. */
export const NEWEST_POSTGRES = "18.6";

/** Whether a version such as "18.4" lacks what a later one of the embedded PostgreSQL's series mended. */
export function isOutdatedPostgres(version: string): boolean {
  const [major, minor = 0] = version.split(".").map(Number);
  const [newestMajor, newestMinor = 0] = NEWEST_POSTGRES.split(".").map(Number);
  return major === newestMajor && minor < newestMinor;
}
