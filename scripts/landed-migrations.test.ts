import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const FOLDER = new URL("../apps/server/src/migrations/", import.meta.url);

/** The digest leaves out imports, because imported files may move, and docstrings, because they may be improved. */
function digest(file: string): string {
  const text = readFileSync(new URL(file, FOLDER), "utf8");
  const work = text.replaceAll(/^import [^;]+;$/gm, "").replaceAll(/^\/\*\*.*?\*\/$/gms, "");
  return createHash("sha256").update(work.replaceAll(/\s+/g, " ").trim()).digest("hex");
}

test("no migration and no old step changes after it has landed: landed.txt has the digest of each, and a new one adds its line", () => {
  const files = readdirSync(FOLDER).filter((file) => file !== "landed.txt");
  const lines = files.sort().map((file) => `${digest(file)}  ${file}`);
  const landed = readFileSync(new URL("landed.txt", FOLDER), "utf8").trimEnd().split("\n");
  expect(lines).toEqual(landed);
});
