import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, test, vi } from "vitest";
import { latestOf } from "../../platform/storage/erasure-list.ts";
import { addDueErasure, fillErasedMember, findTraces, NAME } from "../../testing/erasures.ts";
import { openWorld } from "../../testing/world.ts";

// Each attempt is a separate process, perhaps on a slow machine.
vi.setConfig({ testTimeout: 600_000 });

const FIXTURE = fileURLToPath(new URL("../../testing/erase.fixture.ts", import.meta.url));
/** A step is four statements, so each process dies at another place of a step. */
const SURVIVED = [0, 1, 2, 3, 5, 9, 18, 31, 40, 45];

const world = await openWorld();
const { owner } = world;

async function eraseUntilKilled(memberId: string, statements: number): Promise<boolean> {
  const child = spawn(
    process.execPath,
    [FIXTURE, world.connectionString, world.dataDir, memberId, String(statements)],
    { stdio: ["ignore", "ignore", "inherit"] },
  );
  const [code, signal] = await once(child, "exit");
  if (signal === null) expect(code).toBe(0);
  return signal === "SIGKILL";
}

test("[D5.17][T53] an erasure that is killed again and again comes to the same end", async () => {
  const davi = await fillErasedMember(world);
  await addDueErasure(owner, davi.id);

  let kills = 0;
  for (const statements of SURVIVED) if (await eraseUntilKilled(davi.id, statements)) kills += 1;
  while (await eraseUntilKilled(davi.id, 60)) kills += 1;

  expect(kills).toBeGreaterThanOrEqual(SURVIVED.length);
  const erasure = await owner.selectFrom("erasure").where("memberId", "=", davi.id).selectAll().executeTakeFirst();
  expect(erasure).toMatchObject({ doneStep: null, finishedAt: null });
  expect(erasure?.erasedAt).not.toBeNull();
  expect((await findTraces(owner, [NAME, davi.email])).toSorted()).toEqual([
    "case_profile.facts",
    "data_request.email",
    "notice.sender_email",
  ]);
  expect(await owner.selectFrom("profile").where("memberId", "=", davi.id).select("name").execute()).toEqual([]);
  const entries = latestOf(await world.context.erasureList.readLines());
  expect(entries.map(({ memberId, what }) => ({ memberId, what }))).toEqual([{ memberId: davi.id, what: "begun" }]);
});
