// Erases a member in a separate process, which kills itself after a number of statements: see
// features/erasure/crash.slow.test.ts.
import pg from "pg";
import { eraseMember } from "../features/erasure/erase-member.ts";
import { openErasureFile } from "../platform/storage/erasure-list.ts";
import { keptData } from "../start/inventory.ts";

const [connectionString = "", dataDir = "", memberId = "", survives = "0"] = process.argv.slice(2);
const client = new pg.Client({ connectionString });
await client.connect();
let leftStatements = Number(survives);
const owner = {
  // The cast holds because it passes on what it gets.
  query: ((...args: Parameters<pg.Client["query"]>) => {
    leftStatements -= 1;
    if (leftStatements < 0) process.kill(process.pid, "SIGKILL");
    return client.query(...args);
  }) as pg.Client["query"],
};
await eraseMember({ owner, inventory: keptData, list: openErasureFile(dataDir), now: new Date() }, memberId);
await client.end();
