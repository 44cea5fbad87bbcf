import { expect, onTestFinished, test } from "vitest";
import { sweepMails } from "../../base/mail/jobs.ts";
import { sendNotice } from "../../testing/notices.ts";
import { newEmail } from "../../testing/people.ts";
import { holdWrites, race } from "../../testing/race.ts";
import { openWorld, type World } from "../../testing/world.ts";
import { mailWaitingNotices } from "../moderation/jobs.ts";
import { mailWaitingRequests } from "./data-request-jobs.ts";

const HOUR_MS = 3_600_000;

type Browser = ReturnType<World["browser"]>;
type Form = {
  name: string;
  send(world: World, email: string, browser?: Browser): Promise<{ status: number; body: { mail: string } }>;
  mailWaiting(context: World["context"]): Promise<number>;
};

/** The forms for people without an account. */
const FORMS: Form[] = [
  {
    name: "requests about data",
    send: (world, email, browser = world.browser()) =>
      browser.api.personalData.sendDataRequest({ body: { kind: "access", words: "O que há?", name: "Bia", email } }),
    mailWaiting: mailWaitingRequests,
  },
  {
    name: "notices",
    send: (world, email, browser = world.browser()) => sendNotice(world, "uma foto", { email }, browser),
    mailWaiting: mailWaitingNotices,
  },
];

/** Moves the clock, and back at the end of the test. */
function pass(world: World, ms: number) {
  world.pass(ms);
  onTestFinished(() => world.pass(-ms));
}

async function listMails({ owner }: World, email: string): Promise<string[]> {
  const mails = owner.selectFrom("mail").where("recipient", "=", email).orderBy("createdAt").orderBy("id");
  return (await mails.select("bodyText").execute()).map(({ bodyText }) => bodyText ?? "");
}
const countMails = async (world: World, email: string) => (await listMails(world, email)).length;

/** Confirms the mailbox by the link of its last mail. */
async function confirm(world: World, email: string): Promise<number> {
  const text = (await listMails(world, email)).at(-1) ?? "";
  const token = /#([\w-]{43})$/m.exec(text)?.[1] ?? "";
  const { api } = world.browser();
  if (text.includes("/confirmar-aviso#")) return (await api.moderation.confirmNotice({ body: { token } })).status;
  return (await api.personalData.confirmDataRequest({ body: { token } })).status;
}

test.each(FORMS)(
  "[T87] $name: ten honest people pass next to fourteen addresses that use up the form, and each gets the mail at once",
  async ({ send }) => {
    const world = await openWorld();
    for (let stranger = 0; stranger < 14; stranger += 1) {
      const browser = world.browser();
      for (let sentCount = 0; sentCount < 5; sentCount += 1)
        expect((await send(world, newEmail(), browser)).status).toBe(200);
    }
    for (let honest = 0; honest < 10; honest += 1) {
      const email = newEmail();
      const { status, body } = await send(world, email);
      expect([status, body.mail, await countMails(world, email)]).toEqual([200, "link", 1]);
    }
  },
);

test.each(FORMS)(
  "[T87] $name: above the number of the whole site the mail waits, and those of networks that sent the least leave first",
  async ({ send, mailWaiting }) => {
    const world = await openWorld({ LIMIT_NOTICES_EVERYWHERE: "2/3600", LIMIT_DATA_REQUESTS_EVERYWHERE: "2/3600" });
    const stranger = world.browser();
    const flood = [newEmail(), newEmail(), newEmail()];
    await send(world, flood[0] ?? "", stranger);
    await send(world, newEmail());
    for (const email of flood.slice(1)) await send(world, email, stranger);
    const honest = newEmail();
    const { status, body } = await send(world, honest);
    expect([status, body.mail, await countMails(world, honest)]).toEqual([200, "later", 0]);

    expect(await mailWaiting(world.context)).toBe(0);
    pass(world, HOUR_MS);
    expect(await mailWaiting(world.context)).toBe(1);
    expect([await countMails(world, honest), await countMails(world, flood[1] ?? "")]).toEqual([1, 0]);
    expect(await confirm(world, honest)).toBe(200);
  },
);

test.each(FORMS)(
  "[T87] $name: naming a mailbox three times delays its owner's mail, and refuses nothing",
  async ({ send, mailWaiting }) => {
    const world = await openWorld();
    const email = newEmail();
    for (let sentCount = 0; sentCount < 3; sentCount += 1) expect((await send(world, email)).body.mail).toBe("link");
    const { status, body } = await send(world, email.replace("@", "+1@"));
    expect([status, body.mail]).toEqual([200, "later"]);
    expect((await send(world, newEmail())).body.mail).toBe("link");

    pass(world, HOUR_MS);
    expect(await mailWaiting(world.context)).toBe(1);
    expect(await confirm(world, email.replace("@", "+1@"))).toBe(200);
  },
);

test.each(FORMS)("[T87] $name: confirmed requests do not count", async ({ send }) => {
  const world = await openWorld({ LIMIT_NOTICES_EVERYWHERE: "3/3600", LIMIT_DATA_REQUESTS_EVERYWHERE: "3/3600" });
  const email = newEmail();
  for (let sentCount = 0; sentCount < 5; sentCount += 1) {
    expect((await send(world, email)).body.mail).toBe("link");
    expect(await confirm(world, email)).toBe(200);
  }
});

test.each(FORMS)(
  "[T87] $name: however many neighbours behind one address left unconfirmed, only the limit of the hour refuses the next",
  async ({ send }) => {
    const world = await openWorld({ LIMIT_NOTICES: "40/3600", LIMIT_DATA_REQUESTS: "40/3600" });
    const browser = world.browser("203.0.113.7");
    const statuses = [];
    for (let sentCount = 0; sentCount < 41; sentCount += 1)
      statuses.push((await send(world, newEmail(), browser)).status);
    expect(statuses).toEqual([...Array(40).fill(200), 429]);
  },
);

test.each(FORMS)(
  "[T87] $name: of two requests at the same instant from one network one goes first",
  async ({ send }) => {
    const world = await openWorld({ LIMIT_NOTICES_EVERYWHERE: "2/3600", LIMIT_DATA_REQUESTS_EVERYWHERE: "2/3600" });
    const browser = world.browser();
    const sides = [newEmail(), newEmail()].map((email) => () => send(world, email, browser));
    const replies = await race(world.owner, holdWrites("acknowledgement"), sides);
    expect(replies.map(({ body }) => body.mail).toSorted()).toEqual(["later", "link"]);
  },
);

test.each(FORMS)("[T87] $name: a turn ends after seven days", async ({ send }) => {
  const world = await openWorld();
  await send(world, newEmail());
  const countTurns = async () => (await world.owner.selectFrom("acknowledgement").select("id").execute()).length;
  await sweepMails(world.context);
  expect(await countTurns()).toBe(1);
  pass(world, 7 * 24 * HOUR_MS + 1_000);
  await sweepMails(world.context);
  expect(await countTurns()).toBe(0);
});
