// Checks that every package of package-lock.json has a licence that this project may use. It reads the lock alone, so it
// needs no network. Usage: node scripts/check-licences.mjs
import { readFileSync, realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** @typedef {{ license?: string, dev?: boolean, link?: boolean, version?: string }} Entry */
/** @typedef {{ packages: Record<string, Entry> }} Lock */

/** Licences that ask for no more than their own text, and SPDX's names of them. */
const ALLOWED = [
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "ISC",
  "MIT",
  "MIT-0",
  "Python-2.0",
  "Unlicense",
  // Fonts, which NOTICE names.
  "OFL-1.1",
  // Copyleft for changes to its own files, of which we change none.
  "MPL-2.0",
];

/** Packages with another licence, and why they may have it. A name may end with a star. */
const EXCEPTIONS = [
  { name: "@img/sharp-*", licence: "LGPL-3.0-or-later", because: "libvips is loaded as a library of its own" },
  { name: "caniuse-lite", licence: "CC-BY-4.0", because: "the build reads its data, and none of it is shipped" },
];

/** Packages whose entry in the lock names no licence, and where it is instead. */
const UNNAMED = [
  { name: "mercadopago", licence: "MIT", because: "its file LICENSE says so" },
  ...["busboy", "dicer", "streamsearch"].map((name) => ({ name, licence: "MIT", because: "its file LICENSE says so" })),
  ...["humanize-number", "only"].map((name) => ({ name, licence: "MIT", because: "its Readme.md says so" })),
  // The lock has entries of our own for other platforms (complete-lock.mjs); these are parts of the package named here.
  { name: "@biomejs/cli-*", licence: "MIT OR Apache-2.0", because: "a part of @biomejs/biome" },
  { name: "@oxc-parser/binding-*", licence: "MIT", because: "a part of oxc-parser" },
  { name: "@tailwindcss/oxide-*", licence: "MIT", because: "a part of @tailwindcss/oxide" },
];

/** @param {string} pattern @param {string} name */
const isNamed = (pattern, name) => (pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : name === pattern);

/**
 * Whether an SPDX expression is satisfied by allowed licences. The packages here use AND and OR, never both at once.
 * @param {string} expression
 * @param {string[]} allowedLicences
 */
function isAllowed(expression, allowedLicences) {
  const plain = expression.replace(/[()]/g, "");
  const isFree = (/** @type {string} */ licence) => allowedLicences.includes(licence.trim());
  if (/ AND /.test(plain) && / OR /.test(plain)) return false;
  return plain.includes(" OR ") ? plain.split(" OR ").some(isFree) : plain.split(" AND ").every(isFree);
}

/**
 * What is wrong with the licences of a lock, in words.
 * @param {Lock} lock
 * @returns {string[]}
 */
export function judgeLicences({ packages }) {
  return Object.entries(packages).flatMap(([location, { license, link }]) => {
    const name = location.split("node_modules/").at(-1) ?? "";
    // Workspaces and links to them are the project itself.
    if (link || !location.includes("node_modules/")) return [];
    const licence = license ?? UNNAMED.find((unnamed) => isNamed(unnamed.name, name))?.licence;
    if (licence === undefined) return [`${name} names no licence: read it, and add it to UNNAMED`];
    const excepted = EXCEPTIONS.filter((exception) => isNamed(exception.name, name)).map(({ licence }) => licence);
    return isAllowed(licence, [...ALLOWED, ...excepted]) ? [] : [`${name} has the licence ${licence}`];
  });
}

function main() {
  const file = fileURLToPath(new URL("../package-lock.json", import.meta.url));
  const problems = judgeLicences(JSON.parse(readFileSync(file, "utf8")));
  for (const problem of problems) process.stdout.write(`${problem}\n`);
  return problems.length === 0 ? 0 : 1;
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) process.exitCode = main();
