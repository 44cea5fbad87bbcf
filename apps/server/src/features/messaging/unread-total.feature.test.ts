import { sql } from "kysely";
import { expect, test } from "vitest";
import { fc, runs } from "../../../../../testing/properties.ts";
import { lockStreamsAround } from "../../base/pairs/commands.ts";
import { grant } from "../../testing/entitlements.ts";
import { makeWriter, type Writer } from "../../testing/messages.ts";
import { openBrowserOf } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";

const world = await openWorld({ LIMIT_MESSAGES: "999999/1", LIMIT_REACTIONS: "999999/1", LIMIT_PRESENCE: "999999/1" });

type Person = Writer & { browser: Awaited<ReturnType<typeof openBrowserOf>> };
type Step = { kind: keyof typeof ACTIONS; from: number; to: number; draw: number };

async function makePeople(): Promise<Person[]> {
  const roles = ["baby", "baby", "daddy", "daddy", "daddy"] as const;
  const people = await Promise.all(
    roles.map(async (role) => {
      const writer = await makeWriter(world, { role });
      return { ...writer, browser: await openBrowserOf(world, writer.id) };
    }),
  );
  for (const payer of people.slice(2)) await grant(world.db, payer, { tokens: 500, conversations: 50 });
  return people;
}

/** Changes a profile as the product does: without the locks of the streams, it could deadlock with a message. */
const setProfile = ({ id }: Person, facts: object) =>
  world.owner.transaction().execute(async (trx) => {
    await lockStreamsAround(trx, [id]);
    await trx.updateTable("profile").set(facts).where("memberId", "=", id).execute();
  });
const seqIn = async (me: Person, peer: Person, draw: number) => {
  const messages = (await me.history(peer)).body.messages ?? [];
  return messages[draw % Math.max(1, messages.length)]?.seq ?? 0;
};

/** Every kind of action that changes what a member has not read, or whom they see. A refused one changes nothing. */
const ACTIONS = {
  send: (me: Person, peer: Person) => me.send(peer),
  sendMany: (me: Person, peer: Person) => Promise.all([me.send(peer), peer.send(me), me.send(peer)]),
  read: async (me: Person, peer: Person, draw: number) => me.read(peer, await seqIn(me, peer, draw)),
  clear: async (me: Person, peer: Person, draw: number) => me.clear(peer, await seqIn(me, peer, draw)),
  react: async (me: Person, peer: Person, draw: number) => me.react(peer, await seqIn(me, peer, draw), "love"),
  block: ({ browser }: Person, { id }: Person) => browser.api.safety.block({ params: { id } }),
  unblock: ({ browser }: Person, { id }: Person) => browser.api.safety.unblock({ params: { id } }),
  leave: (me: Person) => setProfile(me, { deactivatedAt: new Date() }),
  hide: (me: Person) => setProfile(me, { hiddenAt: new Date() }),
  comeBack: (me: Person) => setProfile(me, { deactivatedAt: null, hiddenAt: null }),
  /** `meet` and `clash` act at the same time, which must not make a message count twice, or not at all. */
  meet: (me: Person, peer: Person) =>
    Promise.all([peer.send(me), ACTIONS.leave(me), peer.send(me), me.send(peer), ACTIONS.read(peer, me, 0)]),
  clash: (me: Person, peer: Person) =>
    Promise.all([ACTIONS.block(me, peer), ACTIONS.leave(peer), peer.send(me), ACTIONS.comeBack(peer)]),
};

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.oneof(
    { weight: 3, arbitrary: fc.constant("send" as const) },
    // `Object.keys` returns exactly the keys of `ACTIONS`.
    { weight: 4, arbitrary: fc.constantFrom(...(Object.keys(ACTIONS) as Step["kind"][])) },
  ),
  from: fc.nat(),
  to: fc.nat(),
  draw: fc.nat(),
});

/** The drawn actions may never leave more than three messages unread. */
const MANY_SENDS: Step[] = Array.from({ length: 10 }, () => ({ kind: "send", from: 2, to: 0, draw: 0 }));

/** The stored unread total of each of these people (`counted`), and the one counted again (`sum`). */
async function readTotals(people: Person[]) {
  const { rows } = await sql<{ counted: number; sum: number }>`
    select stream.unread as counted, (
      select coalesce(sum(conversation.unread), 0)::int from conversation
      where owner_id = stream.member_id
        and not exists (select from hidden_pair where viewer_id = owner_id and hidden_pair.other_id = conversation.other_id)
        and exists (select from profile where member_id = conversation.other_id and is_active)
    ) as sum
    from member_stream stream where member_id = any(${people.map(({ id }) => id)}::uuid[])`.execute(world.owner);
  return rows;
}

test("[M7.06] the unread total of a member is the sum of what they have not read of those they see, whatever happened", async () => {
  let largest = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) => {
      const people = await makePeople();
      const babies = people.slice(0, 2);
      for (const { kind, from, to, draw } of steps) {
        const me = people[from % people.length];
        const others = me && babies.includes(me) ? people.slice(2) : babies;
        const peer = others[to % others.length];
        if (!me || !peer) throw new Error("there is nobody");
        await ACTIONS[kind](me, peer, draw);
        const totals = await readTotals(people);
        expect(totals.map(({ counted }) => counted)).toEqual(totals.map(({ sum }) => sum));
        largest = Math.max(largest, ...totals.map(({ sum }) => sum));
      }
    }),
    { ...runs(50), examples: [[MANY_SENDS]] },
  );
  expect(largest).toBeGreaterThan(3);
});
