import { expect, test } from "vitest";
import { fc, runs } from "../../../../../testing/properties.ts";
import { openWorld } from "../../testing/world.ts";
import { addAcknowledgement, claimTurns, removeAcknowledgement } from "./acknowledgement-queries.ts";

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
const [SITE, REPEATED, MAILBOX] = [6, 3, 2];
const START = Date.UTC(2026, 11, 1);

type Row = { id: string; mailbox: number; turn: number; askedAt: number; mailedAt: number | null };

const orderOf = (a: Row, b: Row) => a.turn - b.turn || a.askedAt - b.askedAt;

/** Reads the whole queue and lists whose mail leaves, one row after the other. */
function claimBySimplestWay(rows: Row[], now: number, isWanted: (row: Row) => boolean): string[] {
  const recent = rows.filter(({ mailedAt }) => mailedAt !== null && mailedAt > now - HOUR_MS);
  const waitingRows = rows.filter(({ mailedAt }) => mailedAt === null).toSorted(orderOf);
  const ready = waitingRows.filter((row) => {
    const before = waitingRows.filter((other) => other.mailbox === row.mailbox && orderOf(other, row) < 0);
    const mailed = recent.filter((other) => other.mailbox === row.mailbox);
    return before.length + mailed.length < MAILBOX;
  });
  const leavingRows = ready.filter(
    (row, at) => at + recent.length < (row.turn === 0 ? SITE : REPEATED) && isWanted(row),
  );
  for (const row of leavingRows) row.mailedAt = now;
  return leavingRows.map(({ id }) => id);
}

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ does: fc.constant("add" as const), mailbox: fc.nat(3), turn: fc.nat(2) }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant("release" as const), minutes: fc.nat(40) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("remove" as const), at: fc.nat(30) }) },
);

test("[T87] the mails that leave are the next ones of the whole queue, however mails were requested, sent or ended", async () => {
  const { db } = await openWorld();
  const key = (at: number) => Buffer.alloc(32, at);
  const claimAt = (now: number, only: Parameters<typeof claimTurns>[1]["only"]) => {
    const since = new Date(now - HOUR_MS);
    const site = { points: SITE, repeated: REPEATED, since };
    const mailbox = { points: MAILBOX, since };
    return claimTurns(db, { form: "notice", site, mailbox, now: new Date(now), only });
  };
  const property = fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
    const rows: Row[] = [];
    let now = START;
    for (const currentStep of steps) {
      now += SECOND_MS;
      if (currentStep.does === "add") {
        const { mailbox, turn } = currentStep;
        const row: Row = { id: crypto.randomUUID(), mailbox, turn, askedAt: now, mailedAt: null };
        const { id } = row;
        rows.push(row);
        const keys = { mailbox: key(mailbox), network: key(0) };
        await addAcknowledgement(db, { id, form: "notice", ...keys, turn, askedAt: new Date(now) });
        const expectedClaim = claimBySimplestWay(rows, now, (other) => other === row);
        expect(await claimAt(now, { id })).toEqual(expectedClaim);
      } else if (currentStep.does === "release") {
        now += currentStep.minutes * 60_000;
        const expectedClaim = claimBySimplestWay(rows, now, () => true);
        expect((await claimAt(now, { askedBefore: new Date(now + 1) })).toSorted()).toEqual(expectedClaim.toSorted());
      } else {
        const [removedRow] = rows.splice(currentStep.at % (rows.length || 1), 1);
        if (removedRow) await removeAcknowledgement(db, removedRow.id);
      }
    }
    for (const { id } of rows) await removeAcknowledgement(db, id);
  });
  await fc.assert(property, runs(200));
});
