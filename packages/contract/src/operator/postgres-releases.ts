/** The newest known release of the embedded PostgreSQL's series at the time of this release. */
export const NEWEST_POSTGRES = "18.6";

/** Whether a version such as "18.4" lacks fixes of a later one in the embedded PostgreSQL's series. */
export function isOutdatedPostgres(version: string): boolean {
  const [major, minor = 0] = version.split(".").map(Number);
  const [newestMajor, newestMinor = 0] = NEWEST_POSTGRES.split(".").map(Number);
  return major === newestMajor && minor < newestMinor;
}
