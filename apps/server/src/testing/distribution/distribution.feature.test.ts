import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openWorld } from "../world.ts";
import { crossings } from "./crossings.ts";
import { listViolations } from "./list-violations.ts";
import { readCrossing } from "./read-crossings.ts";
import { violations } from "./violations.ts";

const world = await openWorld();

test("the list says of each unique index, foreign key and trigger that Citus refuses what to do, and of no other", async () => {
  expect((await listViolations(world.owner)).toSorted()).toEqual(Object.keys(violations).toSorted());
});

test("each place in the list of statements that cross members exists", () => {
  const sources = join(import.meta.dirname, "../..");
  const places = [...new Set(Object.values(crossings).flatMap((statements) => Object.keys(statements)))];
  const isGone = (place: string) => {
    const [file = "", name = ""] = place.split(" ");
    const path = [file, join("features", file)].map((own) => join(sources, own)).find(existsSync);
    return path === undefined || !readFileSync(path, "utf8").includes(name);
  };
  expect(places.length).toBeGreaterThan(100);
  expect(places.filter(isGone)).toEqual([]);
});

describe("a statement", () => {
  const read = (text: string) => readCrossing(text, (place) => String(place));

  test.each([
    ["by the member's id", "select name from profile where member_id = $1"],
    [
      "by the id in a join",
      "select from profile p join presence on presence.member_id = p.member_id where p.member_id = $1",
    ],
    [
      "by the id in a subquery",
      "select from profile where member_id = $1 and exists (select from photo where photo.member_id = profile.member_id)",
    ],
    [
      "by the id through another query",
      "with me as (select member_id from profile where member_id = $1) select from photo join me on me.member_id = photo.member_id",
    ],
    ["by a list of one id", "select from photo where member_id in ($1)"],
    ["by a pair of columns", "select from conversation where (owner_id, other_id) = ($1, $2)"],
    ["that stores one row", "insert into favorite (member_id, favorite_id, created_at) values ($1, $2, $3)"],
    ["of a table that lies everywhere", "select from city join age_assurance on true"],
    ["of the queue", "select from graphile_worker.jobs"],
  ])("%s stays with one member", (_, text) => {
    expect(read(text)).toBeUndefined();
  });

  test.each([
    ["of everybody", "select count(*) from profile", "profile of all members"],
    ["by another column", "select from session where token_hash = $1", "session of all members"],
    ["by a list of ids", "select from photo where member_id = any($1)", "photo of some members"],
    [
      "by given rows",
      "update profile set tier = 1 from unnest($1::uuid[]) u (id) where member_id = u.id",
      "profile! of some members",
    ],
    ["either of two", "select from photo where member_id = $1 or member_id = $2", "photo of some members"],
    ["by an id or something else", "select from photo where member_id = $1 or position = 1", "photo of all members"],
    [
      "of two members",
      "select from profile a, profile b where a.member_id = $1 and b.member_id = $2",
      "profile of one member; profile of another",
    ],
    [
      "that joins by another column",
      "select from favorite f join profile p on p.member_id = f.favorite_id where f.member_id = $1",
      "favorite of one member; profile of those in favorite_id",
    ],
    ["that only leaves out", "select from profile where member_id <> $1", "profile of all members"],
    [
      "that stores rows of several",
      "insert into favorite (member_id, favorite_id, created_at) values ($1, $2, $3), ($4, $5, $6)",
      "favorite! of some members",
    ],
    [
      "of a table without its key",
      "delete from reaction where message_id = $1 and member_id = $2",
      "reaction! of all members",
    ],
    [
      "with a union",
      "select from photo where member_id in (select $1::uuid union all select $2)",
      "photo of some members",
    ],
  ])("%s crosses", (_, text, crossing) => {
    expect(read(text)).toBe(crossing);
  });

  test("that names the same member twice crosses nobody", () => {
    const text = "select from profile, conversation where profile.member_id = $1 and conversation.owner_id = $2";
    expect(readCrossing(text, () => "the same")).toBeUndefined();
  });
});
