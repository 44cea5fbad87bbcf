import { askCall, type Request } from "../ask.ts";
import { startFlood } from "../flood.ts";
import { compareCounts, type Figure } from "../report.ts";
import { openSession, openTarget, type SignedIn, type Target } from "../target.ts";
import type { Attack } from "./attack.ts";

const LOOPS = 8;
const REQUESTS_MAX = 20_000;
const READS = ["/settings", "/statement", "/orders", "/conversations", "/favorites", "/account/devices"];

/** What the owner of an account can do against an intruder who is signed in to it. */
const PROTECTIONS = [
  { name: "ends all devices", method: "DELETE", path: "/account/devices" },
  { name: "deactivates the account", method: "POST", path: "/account/deactivation", json: {} },
];

async function protect(target: Target, { method, path, json }: { method: string; path: string; json?: object }) {
  const owner: SignedIn = await target.signIn({ role: "baby" }, "10.80.0.1");
  const ask = (cookie: string) =>
    askCall(target.origin, { method, path, from: "10.80.0.1", cookie, ...(json && { json }) });
  const intruder = await openSession(target.origin, owner, "10.81.0.1");
  const requests: Request[] = READS.map((readPath) => ({
    method: "GET",
    path: `/api${readPath}`,
    from: "10.81.0.1",
    cookie: intruder,
  }));
  const flood = await startFlood({ origin: target.origin, requests, concurrency: LOOPS, count: REQUESTS_MAX });
  // After five seconds, the loops have reached every limit that they can reach.
  await new Promise((resolve) => setTimeout(resolve, 5_000));
  const { status } = await ask(owner.cookie);
  const statuses = await flood.stop();
  process.stdout.write(`  the intruder's reads were answered by ${JSON.stringify(statuses)}\n`);
  if (!statuses[429]) throw new Error("the loops have used up nothing");
  return status === 200 ? 1 : 0;
}

async function run(): Promise<Figure[]> {
  const target = await openTarget({});
  try {
    const figures: Figure[] = [];
    for (const protection of PROTECTIONS)
      figures.push(compareCounts(`the owner ${protection.name}`, 1, await protect(target, protection), 1));
    return figures;
  } finally {
    await target.stop();
  }
}

export const intruderAttack: Attack = { key: "intruder", name: "Loops in an intruder's session", run };
