import { ALARM_MINUTES } from "@caramelo/contract/limits";
import { Logger, runOnce } from "graphile-worker";
import pg from "pg";
import { expect, test, vi } from "vitest";
import { makeJobsDue, runJobs, waitForRunningJobs } from "../../testing/jobs.ts";
import { makeMember, newEmail } from "../../testing/people.ts";
import { openWorld } from "../../testing/world.ts";
import { sendAlarms } from "./jobs.ts";
import { addAlarm } from "./queries/alarms.ts";

const MINUTE_MS = 60_000;

async function openStaff() {
  const world = await openWorld();
  const [owner, moderator] = [
    await makeMember(world.owner, { role: "admin" }),
    await makeMember(world.owner, { role: "admin" }),
  ];
  const listMails = async () =>
    world.owner
      .selectFrom("mail")
      .where("kind", "=", "alarm")
      .orderBy("createdAt")
      .orderBy("recipient")
      .select(["recipient", "bodyText"])
      .execute();
  const notice = async () => {
    const body = { kind: "other" as const, address: "a foto da festa", words: "x", name: "Bia", email: newEmail() };
    expect((await world.browser(nextAddress()).api.moderation.sendNotice({ body })).status).toBe(200);
  };
  return { world, listMails, notice, mailboxes: [owner.email, moderator.email].sort() };
}

let addresses = 0;
function nextAddress(): string {
  addresses += 1;
  return `198.51.100.${addresses}`;
}

test("[T81] the first alarm leaves at once, and those of the next minutes in one mail to each mailbox, with their number", async () => {
  const { world, listMails, notice, mailboxes } = await openStaff();
  await notice();
  await runJobs(world);
  const first = await listMails();
  expect(first.map(({ recipient }) => recipient)).toEqual(mailboxes);
  expect(first[0]?.bodyText).toContain("1 denúncia do formulário público.");

  for (let at = 0; at < 12; at += 1) await notice();
  await addAlarm(world.db, "report", world.context.clock.now());
  await runJobs(world);
  await makeJobsDue(world);
  // A job that runs less than ALARM_MINUTES after the last mail sends nothing.
  await sendAlarms(world.context);
  expect(await listMails()).toHaveLength(mailboxes.length);

  world.pass(ALARM_MINUTES * MINUTE_MS);
  await makeJobsDue(world);
  await runJobs(world);
  const second = (await listMails()).slice(mailboxes.length);
  expect(second.map(({ recipient }) => recipient)).toEqual(mailboxes);
  expect(second[0]?.bodyText).toContain("12 denúncias do formulário público.");
  expect(second[0]?.bodyText).toContain("1 denúncia de um membro");
  expect(second[0]?.bodyText).toContain("/admin/denuncias\n");

  world.pass(ALARM_MINUTES * MINUTE_MS);
  await makeJobsDue(world);
  await runJobs(world);
  expect(await listMails()).toHaveLength(2 * mailboxes.length);
});

test("[T81] a gathered alarm is planned in the transaction of its cause, and removed with the mail that reports it", async () => {
  const { world, listMails, notice, mailboxes } = await openStaff();
  await notice();
  await runJobs(world);
  const undoneAlarm = world.db.transaction().execute(async (trx) => {
    await addAlarm(trx, "report", world.context.clock.now());
    throw new Error("changed our mind");
  });
  await expect(undoneAlarm).rejects.toThrow("changed our mind");
  await notice();
  await runJobs(world);
  world.pass(ALARM_MINUTES * MINUTE_MS);

  // A process that ends before it has stored the mails leaves the alarms where they were.
  const brokenContext = {
    ...world.context,
    site: {
      ...world.context.site,
      get origin(): string {
        throw new Error("killed");
      },
    },
  };
  await expect(sendAlarms(brokenContext)).rejects.toThrow("killed");
  expect(await listMails()).toHaveLength(mailboxes.length);
  await makeJobsDue(world);
  await runJobs(world);
  const second = (await listMails()).slice(mailboxes.length);
  expect(second).toHaveLength(mailboxes.length);
  expect(second[0]?.bodyText).toContain("1 denúncia do formulário público.");
  expect(second[0]?.bodyText).not.toContain("denúncia de uma pessoa");
});

test("[T81] while one process gathers no other one does, so that the minutes count for all of them", async () => {
  const { world, listMails, mailboxes } = await openStaff();
  const pgPool = new pg.Pool({ connectionString: world.connectionString });
  const runAlarms = (task: () => Promise<void>) =>
    runOnce({ pgPool, taskList: { "send-alarms": task }, noHandleSignals: true, logger: new Logger(() => () => {}) });
  const [whenBegun, whenReleased] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await addAlarm(world.db, "notice", world.context.clock.now());
  const first = runAlarms(async () => {
    whenBegun.resolve();
    await whenReleased.promise;
    await sendAlarms(world.context);
  });
  await whenBegun.promise;
  await addAlarm(world.db, "notice", world.context.clock.now());
  const second = vi.fn<() => Promise<void>>();
  await runAlarms(second);
  expect(second).not.toHaveBeenCalled();
  whenReleased.resolve();
  await first;
  await waitForRunningJobs(world);
  await runJobs(world);
  expect(await listMails()).toHaveLength(mailboxes.length);
  await pgPool.end();
});
