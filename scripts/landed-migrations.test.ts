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

// They have a row for nearly everything that members do, so building an index on one keeps writers waiting for minutes.
const LARGE =
  "access_record|conversation|favorite|member|member_stream|message|notification|photo|profile|session|stream_event|visit";
const LAST_BEFORE_THE_RULE = "20261130140000";

test("a new index on a large table can be built before the update: its migration creates it only if it does not exist", () => {
  const plain = new RegExp(`create (?:unique )?index (?!if not exists)[a-z_]+ on (?:${LARGE})\\b`, "i");
  expect("create index message_day_index on message (day)").toMatch(plain);
  expect("create index if not exists message_day_index on message (day)").not.toMatch(plain);
  const files = readdirSync(FOLDER).filter((file) => /^\d{14}-/.test(file) && file.slice(0, 14) > LAST_BEFORE_THE_RULE);
  const refused = files.filter((file) =>
    plain.test(readFileSync(new URL(file, FOLDER), "utf8").replaceAll(/\s+/g, " ")),
  );
  expect(refused).toEqual([]);
});

test("no migration and no old step changes after it has landed: landed.txt has the digest of each, and a new one adds its line", () => {
  const files = readdirSync(FOLDER).filter((file) => file !== "landed.txt");
  const lines = files.sort().map((file) => `${digest(file)}  ${file}`);
  const landed = readFileSync(new URL("landed.txt", FOLDER), "utf8").trimEnd().split("\n");
  expect(lines).toEqual(landed);
});
