import { makeMember } from "../../apps/server/src/testing/people.ts";
import { askCall } from "../ask.ts";
import { countAtMost, type Figure } from "../report.ts";
import { openSession, openTarget, type Target } from "../target.ts";
import type { Attack } from "./attack.ts";

const MEMBERS = 120;
const PAGES = 10;
const SHOWN = 100;
const SUSPENDED = 30;
const STALE_MS = 40 * 60_000;

/** What a moderator with one session can take away and do, and whether the owner learns of it. */
async function run(): Promise<Figure[]> {
  const target = await openTarget({});
  try {
    const members = await target.withDatabase(async (db) => {
      const madeIds = [];
      for (let at = 0; at < MEMBERS; at += 1) madeIds.push(await makeMember(db, { role: "baby" }));
      return madeIds;
    });
    const owner = await target.withDatabase((db) => makeMember(db, { role: "admin", staffRole: "owner" }));
    const moderator = await target.signIn({ role: "admin", staffRole: "moderator" }, "10.95.0.1");
    const ids = members.map(({ id }) => id);
    const ask = (method: string, path: string, json?: unknown, cookie = moderator.cookie) =>
      askCall(target.origin, { method, path, from: "10.95.0.1", cookie, json });

    const answers: string[] = [];
    const read = async (path: string) => {
      const { status, body } = await ask("GET", path);
      if (status !== 200) throw new Error(`${path} was answered by ${status}`);
      answers.push(body);
    };
    for (let page = 1; page <= PAGES; page += 1) await read(`/admin/members?page=${page}`);
    for (const id of ids) await read(`/admin/members/${id}`);
    const all = answers.join("\n");
    const whole = members.filter(({ email }) => all.includes(email)).length;

    for (const id of ids.slice(0, SHOWN)) await ask("POST", `/admin/members/${id}/email`);
    const suspend = (some: string[], cookie?: string) =>
      ask("POST", "/admin/members/active", { ids: some, isOn: false, reason: "Golpe." }, cookie);
    for (const id of ids.slice(0, SUSPENDED)) await suspend([id]);
    // The product keeps what it knows of a session, so the proof is made old in one that it has not met yet.
    const stale = await openSession(target.origin, moderator, "10.95.0.1");
    await makeProofStale(target, moderator.id);
    const bulk = await suspend(ids.slice(SUSPENDED), stale);
    const suspended = bulk.status === 200 ? MEMBERS - SUSPENDED : 0;
    const alarms = await countAlarms(target, owner.email);
    return [
      countAtMost(`whole addresses in ${PAGES} pages of the list and ${MEMBERS} pages of members`, whole, 0),
      countAtMost(`of 2 alarms missing after ${SHOWN} shown addresses and ${SUSPENDED} suspensions`, 2 - alarms, 0),
      countAtMost("members suspended by one call with a proof of 40 minutes ago", suspended, 0),
    ];
  } finally {
    await target.stop();
  }
}

const makeProofStale = (target: Target, memberId: string) =>
  target.withDatabase((db) =>
    db
      .updateTable("session")
      .set({ provedAt: new Date(Date.now() - STALE_MS) })
      .where("memberId", "=", memberId)
      .execute(),
  );

/** How many different alarms about the staff an owner was mailed. */
const countAlarms = (target: Target, email: string) =>
  target.withDatabase(async (db) => {
    const mails = db.selectFrom("mail").where("recipient", "=", email).where("kind", "=", "staff-alarm");
    return (await mails.select("id").execute()).length;
  });

export const staffAttack: Attack = { key: "staff", name: "A moderator who copies and suspends many", run };
