// Decides whether node_modules contains the packages of package-lock.json. Pure: texts in, answer out.

/** @typedef {{ version?: string, integrity?: string, optional?: boolean, link?: boolean }} LockedPackage */

/**
 * @param {string} lockText
 * @returns {Record<string, LockedPackage>}
 */
function readPackages(lockText) {
  return JSON.parse(lockText).packages ?? {};
}

/**
 * Whether npm's own record of node_modules agrees with the lock. A package marked optional may be missing (for other
 * platforms), but may not have another version. Packages added by complete-lock.mjs have no hash.
 * @param {string} lockText package-lock.json
 * @param {string} installedText node_modules/.package-lock.json, which npm writes last
 */
export function isInstalledAsLocked(lockText, installedText) {
  const installed = readPackages(installedText);
  return Object.entries(readPackages(lockText)).every(([path, wanted]) => {
    if (!path.startsWith("node_modules/") && !path.includes("/node_modules/")) return true;
    const installedPackage = installed[path];
    if (!installedPackage) return wanted.optional === true;
    const hasHash = wanted.integrity === undefined || installedPackage.integrity === wanted.integrity;
    return installedPackage.version === wanted.version && hasHash;
  });
}
