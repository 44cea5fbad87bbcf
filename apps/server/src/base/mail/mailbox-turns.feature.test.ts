import { foldedWith } from "@caramelo/contract/mail/purposes";
import type { MailKind } from "@caramelo/contract/mail/texts";
import { afterAll, expect, test, vi } from "vitest";
import { startQueue } from "../../testing/jobs.ts";
import { startMailServer } from "../../testing/mail-server.ts";
import { readMails } from "../../testing/mails.ts";
import { PATIENT } from "../../testing/patience.ts";
import { makeMember } from "../../testing/people.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { openWorld, type World } from "../../testing/world.ts";
import { addMail, findOutboxHealth } from "./queries.ts";
import { composeMail } from "./rules.ts";

const HOUR_MS = 3_600_000;

function write({ db, context }: World, kind: MailKind, to: string, subject = "Um assunto"): Promise<string> {
  return addMail(db, to, { kind, ...composeMail({ subject, paragraphs: [], footnote: "Fim." }) }, context.clock.now());
}

async function listMails({ owner }: World, to: string) {
  const mails = await owner.selectFrom("mail").where("recipient", "=", to).orderBy("createdAt").selectAll().execute();
  return mails.map(({ subject, createdAt }) => ({ subject, createdAt }));
}

test("[T82] a mailbox gets three mails of a kind within an hour, and one for all others when the hour is over", async () => {
  const world = await openWorld();
  const startedAt = world.context.clock.now();
  const subjects = ["1", "2", "3", "4", "5", "6"];
  for (const subject of subjects) await write(world, "password-changed", "ana@exemplo.invalid", subject);
  await write(world, "app-added", "ana@exemplo.invalid", "another kind");
  const mails = await listMails(world, "ana@exemplo.invalid");
  expect(mails.map(({ subject }) => subject)).toEqual(["1", "2", "3", "another kind", "6"]);
  expect(mails.at(-1)?.createdAt).toEqual(new Date((mails[0]?.createdAt ?? startedAt).getTime() + HOUR_MS));
  // A mail that leaves later is not late.
  expect(await findOutboxHealth(world.db, world.context.clock.now())).toMatchObject({ waiting: 4 });

  await readMails(world, "ana@exemplo.invalid");
  world.pass(2 * HOUR_MS);
  await write(world, "password-changed", "ana@exemplo.invalid", "7");
  expect((await listMails(world, "ana@exemplo.invalid")).map(({ subject }) => subject)).toContain("7");
});

test("[T82] of an erasure request and its cancellation, the mail reports the last one", async () => {
  const world = await openWorld();
  const member = await makeSignedIn(world, { role: "daddy" });
  const { email } = await world.owner
    .selectFrom("member")
    .where("id", "=", member.id)
    .select("email")
    .executeTakeFirstOrThrow();
  for (let turn = 0; turn < 4; turn += 1) {
    expect((await member.browser.api.erasure.request()).status).toBe(200);
    expect((await member.browser.api.erasure.takeBack()).status).toBe(200);
  }
  const mails = await world.owner
    .selectFrom("mail")
    .where("recipient", "=", email)
    .orderBy("createdAt")
    .selectAll()
    .execute();
  expect(mails.map(({ kind }) => kind)).toEqual([
    "erasure-requested",
    "erasure-taken-back-shown",
    "erasure-requested",
    "erasure-taken-back-shown",
  ]);
});

test("[T82] a mail with a link is never folded, because each link opens something else", () => {
  for (const kind of ["recovery", "email-changed", "sign-in-alert", "email-change", "confirmation"])
    expect(foldedWith(kind)).toEqual([]);
});

test("[T82] a recovery mail leaves before mails that many members caused, and a member who causes few mails goes before one who causes many", async () => {
  const order: string[] = [];
  const { promise: whenReleased, resolve: release } = Promise.withResolvers<void>();
  const server = await startMailServer({
    onRcptTo: ({ address }, _, done) => {
      order.push(address);
      void whenReleased.then(() => done());
    },
  });
  afterAll(server.close);
  const world = await openWorld({ SMTP_URL: server.url });
  const crowd = Array.from({ length: 12 }, (_, at) => `m${at}@exemplo.invalid`);
  for (const to of crowd)
    for (const kind of ["erasure-requested", "erasure-taken-back", "password-changed"] as const)
      await write(world, kind, to);
  await write(world, "password-changed", "quieto@exemplo.invalid");

  const stop = await startQueue(world);
  // The class has two workers, so two mails hang.
  await vi.waitFor(() => expect(order).toHaveLength(2), PATIENT);
  const { email } = await makeMember(world.owner, { role: "daddy" });
  expect((await world.browser().api.accounts.requestRecovery({ body: { email } })).status).toBe(200);
  await vi.waitFor(async () => {
    const waitingMails = await world.owner.selectFrom("mail").where("recipient", "=", email).select("id").execute();
    expect(waitingMails).toHaveLength(1);
  }, PATIENT);
  release();
  await vi.waitFor(() => expect(order).toHaveLength(3 * crowd.length + 2), PATIENT);
  // Both workers go on at once, so either may reach the mail server first.
  expect(order.slice(2, 4)).toContain(email);
  // The first mails of all leave before the second mail of anybody.
  expect(order.indexOf("quieto@exemplo.invalid")).toBeLessThanOrEqual(crowd.length + 2);
  await stop();
});
