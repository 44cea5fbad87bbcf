import { grant } from "../../apps/server/src/testing/entitlements.ts";
import { askCall, type Request } from "../ask.ts";
import { FRESH_ID, startFlood } from "../flood.ts";
import { compareTimes, type Figure } from "../report.ts";
import { openTarget, type SignedIn, type Target } from "../target.ts";
import type { Attack } from "./attack.ts";

const SENDERS = 10;
const ROUNDS = 60;
const SENDS_MAX = 20_000;
const HOSTILE = `a${" ".repeat(3_998)}b`;
const HARMLESS = "ab ".repeat(1_333);

/** Each writes as fast as the product lets them, in turn. */
function sends(senders: SignedIn[], recipientId: string, text: string): Request[] {
  return senders.map(({ cookie }, at) => ({
    method: "POST",
    path: `/api/conversations/${recipientId}/messages`,
    from: `10.30.0.${at + 1}`,
    cookie,
    body: JSON.stringify({ clientId: FRESH_ID, text }),
  }));
}

async function measureSessionChecks({ origin }: Target, { cookie }: SignedIn): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    times.push((await askCall(origin, { method: "GET", path: "/session", from: "10.31.0.1", cookie })).tookMs);
  }
  return times;
}

async function measureBeside(target: Target, requests: Request[], reader: SignedIn): Promise<number[]> {
  const flood = startFlood({ origin: target.origin, requests, concurrency: SENDERS, count: SENDS_MAX });
  const times = await measureSessionChecks(target, reader);
  process.stdout.write(`  the texts were answered by ${JSON.stringify(await flood.stop())}\n`);
  return times;
}

async function run(): Promise<Figure[]> {
  const target = await openTarget({});
  try {
    const reader = await target.signIn({ role: "baby" }, "10.31.0.1");
    const recipient = await target.signIn({ role: "daddy" }, "10.31.0.2");
    await target.withDatabase((db) => grant(db, recipient.id, { tokens: 10, conversations: 10 }));
    const senders: SignedIn[] = [];
    for (let at = 0; at < SENDERS; at += 1) senders.push(await target.signIn({ role: "baby" }, `10.30.0.${at + 1}`));
    await measureSessionChecks(target, reader);
    const harmless = await measureBeside(target, sends(senders, recipient.id, HARMLESS), reader);
    const hostile = await measureBeside(target, sends(senders, recipient.id, HOSTILE), reader);
    return [compareTimes("a session check beside hostile texts, against as many harmless ones", harmless, hostile)];
  } finally {
    await target.stop();
  }
}

export const textsAttack: Attack = { key: "texts", name: "Texts that are dear to judge", run };
