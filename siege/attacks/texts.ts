import type { Request } from "../ask.ts";
import { FRESH_ID, startFlood } from "../flood.ts";
import { compareTimes, type Figure } from "../report.ts";
import { sampleTimes } from "../sample.ts";
import { openTarget, type SignedIn, type Target } from "../target.ts";
import type { Attack } from "./attack.ts";

const SENDERS = 10;
const SECONDS = 5;
const SENDS_MAX = 20_000;
const HOSTILE = `a${" ".repeat(3_998)}b`;
const HARMLESS = "ab ".repeat(1_333);

/** One send of each sender. A flood repeats them. */
function sends(senders: SignedIn[], recipientId: string, text: string): Request[] {
  return senders.map(({ cookie }, at) => ({
    method: "POST",
    path: `/api/conversations/${recipientId}/messages`,
    from: `10.30.0.${at + 1}`,
    cookie,
    body: JSON.stringify({ clientId: FRESH_ID, text }),
  }));
}

async function measureBeside({ origin }: Target, requests: Request[], sample: Request): Promise<number[]> {
  const flood = await startFlood({ origin, requests, concurrency: SENDERS, count: SENDS_MAX });
  const times = await sampleTimes(origin, sample, SECONDS);
  process.stdout.write(`  the texts were answered by ${JSON.stringify(await flood.stop())}\n`);
  return times;
}

async function run(): Promise<Figure[]> {
  const target = await openTarget({});
  try {
    const { cookie } = await target.signIn({ role: "baby" }, "10.31.0.1");
    const sample = { method: "GET", path: "/api/session", from: "10.31.0.1", cookie };
    const recipient = await target.signIn({ role: "daddy" }, "10.31.0.2");
    const makeSenders = async (network: number) => {
      const senders: SignedIn[] = [];
      for (let at = 0; at < SENDERS; at += 1) {
        senders.push(await target.signIn({ role: "baby" }, `10.30.${network}.${at + 1}`));
      }
      return senders;
    };
    const harmlessSends = sends(await makeSenders(1), recipient.id, HARMLESS);
    const hostileSends = sends(await makeSenders(2), recipient.id, HOSTILE);
    await sampleTimes(target.origin, sample, 1);
    const harmless = await measureBeside(target, harmlessSends, sample);
    const hostile = await measureBeside(target, hostileSends, sample);
    return [compareTimes("a session check beside hostile texts, against as many harmless ones", harmless, hostile)];
  } finally {
    await target.stop();
  }
}

export const textsAttack: Attack = { key: "texts", name: "Texts that are dear to judge", run };
