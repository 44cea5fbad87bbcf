import { expect, test } from "vitest";
import { listReplicaReads } from "../platform/database/replica-reads.ts";
import "./handlers.ts";
import "./tasks.ts";

test("a replica may answer only the reads of this list", () => {
  expect(listReplicaReads()).toEqual([
    "audit log",
    "conversations of an export",
    "count of users",
    "counts of the search",
    "favourites of a member",
    "figures of an ended quarter",
    "messages of an export",
    "pages of the search",
    "rows of an export",
    "search among users",
    "statistics of the office",
  ]);
});
