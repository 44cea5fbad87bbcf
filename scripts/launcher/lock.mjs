// Whether node_modules holds what package-lock.json asks for. Pure: texts in, answer out.
import { createHash } from "node:crypto";

/** @typedef {{ version?: string, integrity?: string, optional?: boolean, link?: boolean }} LockedPackage */

/** @param {string} text */
export function hashText(text) {
  return createHash("sha256").update(text).digest("hex");
}

/**
 * @param {string} lockText
 * @returns {Record<string, LockedPackage>}
 */
function readPackages(lockText) {
  return JSON.parse(lockText).packages ?? {};
}

/**
 * Whether npm's own record of node_modules agrees with the lock, so that somebody's own `npm ci` is not repeated.
 * A package marked optional may be missing (other platforms), never be of another version.
 * @param {string} lockText package-lock.json
 * @param {string} installedText node_modules/.package-lock.json, which npm writes last
 */
export function isInstalledAsLocked(lockText, installedText) {
  const installed = readPackages(installedText);
  return Object.entries(readPackages(lockText)).every(([path, wanted]) => {
    if (!path.startsWith("node_modules/") && !path.includes("/node_modules/")) return true;
    const installedPackage = installed[path];
    if (!installedPackage) return wanted.optional === true;
    return installedPackage.version === wanted.version && installedPackage.integrity === wanted.integrity;
  });
}
