import { setTimeout as sleep } from "node:timers/promises";
import { startMailServer } from "../../apps/server/src/testing/mail-server.ts";
import { askCall } from "../ask.ts";
import { startFlood } from "../flood.ts";
import { compareTimes, type Figure, median, slowest, within } from "../report.ts";
import { openTarget, type SignedIn, type Target } from "../target.ts";
import type { Attack } from "./attack.ts";

const NOTICES = 5_000;
const NOTICES_PER_ADDRESS = 5;
const STAFF = 20;
const ROUNDS = 5;
const POLL_MS = 10;
/** A wait that takes longer is ended and counts as this long. */
const PATIENCE_MS = 150_000;
const RECOVERY_WITHIN_MS = 5_000;
const MAIL_DELAY_MS = 250;
const REGRETTING_MEMBERS = 50;
const REGRETS = 20;

/** A higher limit for all notices of an hour, because the mails of fewer notices would not fill the queues. */
const NO_BRAKE = { LIMIT_NOTICES_EVERYWHERE: "10000/3600" };

type MailServer = Awaited<ReturnType<typeof startMailServer>>;

/** A slow mail server; one that hangs takes only mails to "dona-…". `recoveries`: when it took one, by address. */
function openMailServer(hangs: boolean): Promise<MailServer & { recoveries: Map<string, number> }> {
  const recoveries = new Map<string, number>();
  return startMailServer({
    onData: (stream, { envelope: { rcptTo } }, done) => {
      stream.resume();
      stream.on("end", async () => {
        await sleep(MAIL_DELAY_MS);
        const [recipient] = rcptTo.map(({ address }) => address);
        if (hangs && !recipient?.startsWith("dona-")) return;
        if (recipient) recoveries.set(recipient, performance.now());
        done();
      });
    },
  }).then((server) => Object.assign(server, { recoveries }));
}

async function waitFor(isDone: () => boolean | Promise<boolean>): Promise<number> {
  const startedAt = performance.now();
  while (!(await isDone()) && performance.now() - startedAt < PATIENCE_MS) await sleep(POLL_MS);
  return performance.now() - startedAt;
}

/** Buys tokens and pays. Returns how many milliseconds after the payment they are granted. */
async function buyTokens({ origin }: Target, buyer: SignedIn): Promise<number> {
  const { cookie } = buyer;
  const newOrder = await askCall(origin, {
    method: "POST",
    path: "/orders",
    cookie,
    json: { product: "tokens", method: "pix" },
  });
  // The casts are safe, because the contract defines these answers.
  const { order, url } = JSON.parse(newOrder.body) as { order: { id: string }; url: string };
  const token = url.split("/").at(-1);
  await askCall(origin, { method: "POST", path: `/sandbox/payments/${token}`, json: { action: "pay" } });
  return waitFor(async () => {
    const { body } = await askCall(origin, { method: "GET", path: `/orders/${order.id}`, cookie });
    return (JSON.parse(body) as { state: string }).state === "paid";
  });
}

/** Requests a recovery mail. Returns after how many milliseconds the mail server has it. */
async function recover(target: Target, mails: { recoveries: Map<string, number> }): Promise<number> {
  const email = `dona-${crypto.randomUUID()}@exemplo.com`;
  await target.signIn({ role: "baby", email }, "10.77.0.1");
  await askCall(target.origin, { method: "POST", path: "/recovery", from: "10.77.0.1", json: { email } });
  return waitFor(() => mails.recoveries.has(email));
}

async function measure(target: Target, buyer: SignedIn, mails: { recoveries: Map<string, number> }) {
  const [grants, recoveries]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    grants.push(await buyTokens(target, buyer));
    recoveries.push(await recover(target, mails));
  }
  return { grants, recoveries };
}

function floodNotices({ origin }: Target, memberId: string) {
  const requests = Array.from({ length: NOTICES }, (_, at) => {
    const sender = Math.floor(at / NOTICES_PER_ADDRESS);
    const email = `aviso-${at}@exemplo.com`;
    const notice = { kind: "other", address: `/perfil/${memberId}`, words: "Isto é ilegal.", name: "Alguém", email };
    const from = `10.20.${Math.floor(sender / 250)}.${(sender % 250) + 1}`;
    return { method: "POST", path: "/api/notices", from, body: JSON.stringify(notice) };
  });
  return startFlood({ origin, requests, concurrency: 8, count: NOTICES });
}

/** Measures before and after a flood of notices, on a mail server that is slow or that hangs. */
async function besiege(hangs: boolean): Promise<Figure[]> {
  const mails = await openMailServer(hangs);
  const target = await openTarget({ SMTP_URL: mails.url, PAYMENTS: "sandbox", ...NO_BRAKE });
  try {
    for (let at = 0; at < STAFF; at += 1)
      await target.signIn({ role: "admin", email: `equipe-${at}@exemplo.com` }, "10.66.0.1");
    const buyer = await target.signIn({ role: "daddy" }, "10.77.0.2");
    const quiet = await measure(target, buyer, mails);
    const flood = await floodNotices(target, (await target.signIn({ role: "baby" }, "10.77.0.3")).id);
    // At the end of the flood, the mails about the notices still wait to be sent.
    const statuses = await flood.finished;
    const besideTimes = await measure(target, buyer, mails);
    const about = hangs ? "beside notices and a mail server that hangs" : "beside notices";
    process.stdout.write(`  the notices were answered by ${JSON.stringify(statuses)}\n`);
    return [
      compareTimes(`a paid order is granted ${about}`, quiet.grants, besideTimes.grants, 2),
      within(
        `a recovery mail leaves ${about}`,
        median(quiet.recoveries),
        slowest(besideTimes.recoveries),
        RECOVERY_WITHIN_MS,
      ),
    ];
  } finally {
    await target.stop();
    await mails.close();
  }
}

/** Measures before and while members ask for their erasure and take it back, each of which sends a mail. */
async function besiegeByRegrets(): Promise<Figure[]> {
  const mails = await openMailServer(false);
  const target = await openTarget({ SMTP_URL: mails.url });
  try {
    const cookies: string[] = [];
    for (let at = 0; at < REGRETTING_MEMBERS; at += 1)
      cookies.push((await target.signIn({ role: "daddy" }, `10.78.0.${at + 1}`)).cookie);
    const recoverOften = async () => {
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) times.push(await recover(target, mails));
      return times;
    };
    const quiet = await recoverOften();
    const requests = ["POST", "DELETE"].flatMap((method) =>
      cookies.map((cookie) => ({ method, path: "/api/account/erasure", cookie })),
    );
    const flood = await startFlood({
      origin: target.origin,
      requests,
      concurrency: 4,
      count: REGRETS * requests.length,
    });
    const besideTimes = await recoverOften();
    process.stdout.write(`  the members were answered by ${JSON.stringify(await flood.stop())}\n`);
    return [compareTimes(`a recovery mail leaves beside ${REGRETTING_MEMBERS} members who regret`, quiet, besideTimes)];
  } finally {
    await target.stop();
    await mails.close();
  }
}

export const jobsAttack: Attack = {
  key: "jobs",
  name: "A flood of notices or of mails about accounts, and a mail server that hangs, beside payments and recoveries",
  run: async () => [...(await besiegeByRegrets()), ...(await besiege(false)), ...(await besiege(true))],
};
