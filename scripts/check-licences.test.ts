import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { judgeLicences } from "./check-licences.mjs";

const lockOf = (license: string | undefined, name = "thing") => ({
  packages: { "": { license: "MIT" }, [`node_modules/${name}`]: license === undefined ? {} : { license } },
});

test("every package of the lock has a licence that the project may use", () => {
  expect(judgeLicences(JSON.parse(readFileSync("package-lock.json", "utf8")))).toEqual([]);
});

test.each(["MIT", "Apache-2.0 AND MIT", "(MIT OR GPL-3.0-only)", "MPL-2.0"])(
  "the licence %s is accepted",
  (license) => {
    expect(judgeLicences(lockOf(license))).toEqual([]);
  },
);

test.each([
  "GPL-3.0-only",
  "AGPL-3.0-or-later",
  "MIT AND GPL-3.0-only",
  "SEE LICENSE IN LICENSE.md",
  "UNLICENSED",
  "mit",
  "MIT OR ISC AND GPL-2.0-only",
])("a package with the licence %s is named", (license) => {
  expect(judgeLicences(lockOf(license))).toEqual([`thing has the licence ${license}`]);
});

test("a package without a licence is named, unless it was read elsewhere", () => {
  expect(judgeLicences(lockOf(undefined))).toEqual(["thing names no licence: read it, and add it to UNNAMED"]);
  expect(judgeLicences(lockOf(undefined, "mercadopago"))).toEqual([]);
});

test("an exception holds for its package alone", () => {
  expect(judgeLicences(lockOf("LGPL-3.0-or-later", "@img/sharp-libvips-linux-x64"))).toEqual([]);
  expect(judgeLicences(lockOf("LGPL-3.0-or-later"))).toEqual(["thing has the licence LGPL-3.0-or-later"]);
});

test("a package inside of another one is judged as well, and a workspace is not", () => {
  const packages = {
    "node_modules/a/node_modules/b": { license: "GPL-3.0-only" },
    "apps/server": {},
    "node_modules/@caramelo/server": { link: true },
  };
  expect(judgeLicences({ packages })).toEqual(["b has the licence GPL-3.0-only"]);
});
