import { askCall, type Request } from "../ask.ts";
import { startFlood } from "../flood.ts";
import { compareCounts, type Figure, median, slowest, within } from "../report.ts";
import { openTarget, type SignedIn, type Target } from "../target.ts";
import type { Attack } from "./attack.ts";

const ADDRESSES = 250;
const ATTEMPTS = 20;
const HONEST = 10;
const DEVICE_WITHIN_MS = 2_000;
const STRANGER_WITHIN_MS = 5_000;

const formOf = (email: string, password: string) => ({ email, password, remember: false });

/** Sign-ins to accounts that do not exist, from IP addresses of different networks. */
const attempts: Request[] = Array.from({ length: ADDRESSES * ATTEMPTS }, (_, at) => ({
  method: "POST",
  path: "/api/session",
  from: `10.${50 + (at % 2)}.${Math.floor((at % ADDRESSES) / 2)}.7`,
  body: JSON.stringify(formOf(`ninguem-${at}@exemplo.com`, "uma senha errada")),
}));

/** Signs people in one after another. Returns how many milliseconds each successful sign-in took. */
async function signInAll({ origin }: Target, people: SignedIn[], from: (at: number) => string, hasDevice: boolean) {
  const times: number[] = [];
  for (const [at, { email, password, cookie }] of people.entries()) {
    const device = cookie.split("; ").find((pair) => pair.includes("device="));
    if (!device) throw new Error("a sign-in brought no cookie of the device");
    const knownCookie = hasDevice ? { cookie: device } : {};
    const answer = await askCall(origin, {
      method: "POST",
      path: "/session",
      from: from(at),
      json: formOf(email, password),
      ...knownCookie,
    });
    if (answer.status === 200) times.push(answer.tookMs);
  }
  return times;
}

async function run(): Promise<Figure[]> {
  const target = await openTarget({});
  try {
    const people: SignedIn[] = [];
    for (let at = 0; at < HONEST; at += 1) people.push(await target.signIn({ role: "baby" }, `10.60.${at}.1`));
    const knownAddress = (at: number) => `10.61.${at}.1`;
    const unknown = (at: number) => `10.62.${at}.1`;
    const quietKnown = await signInAll(target, people, knownAddress, true);
    const quietUnknown = await signInAll(target, people, unknown, false);
    const flood = await startFlood({
      origin: target.origin,
      requests: attempts,
      concurrency: ADDRESSES,
      count: attempts.length,
    });
    const besideKnown = await signInAll(target, people, knownAddress, true);
    const besideUnknown = await signInAll(target, people, unknown, false);
    process.stdout.write(`  the wrong passwords were answered by ${JSON.stringify(await flood.stop())}\n`);
    return [
      compareCounts("sign-ins with a known device", quietKnown.length, besideKnown.length, HONEST),
      within("the slowest of them", median(quietKnown), slowest(besideKnown), DEVICE_WITHIN_MS),
      compareCounts("sign-ins without one", quietUnknown.length, besideUnknown.length, HONEST - 1),
      within("the slowest of them", median(quietUnknown), slowest(besideUnknown), STRANGER_WITHIN_MS),
    ];
  } finally {
    await target.stop();
  }
}

export const signInsAttack: Attack = { key: "sign-ins", name: "Wrong passwords from 250 networks", run };
