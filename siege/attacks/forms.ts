import { setTimeout as sleep } from "node:timers/promises";
import { startMailServer } from "../../apps/server/src/testing/mail-server.ts";
import { askCall, type Request } from "../ask.ts";
import { FRESH_ID, startFlood } from "../flood.ts";
import { compareCounts, type Figure } from "../report.ts";
import { openTarget, type Target } from "../target.ts";
import type { Attack } from "./attack.ts";

const STRANGERS = 14;
const STRANGER_LIMIT = 5;
const HONEST = 10;
const FLOOD_MAX = 20_000;
const POLL_MS = 100;
const MAILS_WITHIN_MS = 20_000;

type Form = { name: string; path: string; fields: Record<string, string> };
type MailServer = Awaited<ReturnType<typeof startMailServer>>;

const FORMS: Form[] = [
  { name: "requests about data", path: "/data-requests", fields: { kind: "access", words: "O que há sobre mim?" } },
  { name: "notices", path: "/notices", fields: { kind: "other", words: "Isto é ilegal.", address: "/perfil/ana" } },
];

/** Fills the form in from ten networks. Returns how many were stored, and to how many the mail left. */
async function sendHonestly({ origin }: Target, mails: MailServer, { path, fields }: Form, network: number) {
  const emails = Array.from({ length: HONEST }, () => `${crypto.randomUUID()}@exemplo.com`);
  let storedCount = 0;
  for (const [at, email] of emails.entries()) {
    const json = { ...fields, name: "Bia", email };
    const { status } = await askCall(origin, { method: "POST", path, from: `10.${network}.${at}.1`, json });
    if (status === 200) storedCount += 1;
  }
  const countMailed = () => emails.filter((email) => mails.takenMails.some(({ to }) => to.includes(email))).length;
  const end = performance.now() + MAILS_WITHIN_MS;
  while (countMailed() < HONEST && performance.now() < end) await sleep(POLL_MS);
  return { stored: storedCount, mailed: countMailed() };
}

async function besiege(target: Target, mails: MailServer, form: Form): Promise<Figure[]> {
  const quiet = await sendHonestly(target, mails, form, 91);
  const body = JSON.stringify({ ...form.fields, name: "Alguém", email: `${FRESH_ID}@exemplo.com` });
  const requests: Request[] = Array.from({ length: STRANGERS }, (_, at) => ({
    method: "POST",
    path: `/api${form.path}`,
    from: `10.90.${at}.1`,
    body,
  }));
  const order = { origin: target.origin, requests, concurrency: 4 };
  // By then the strangers have used up what each of them may send, and they go on.
  const floodStatuses = await (await startFlood({ ...order, count: STRANGERS * STRANGER_LIMIT })).finished;
  const flood = await startFlood({ ...order, count: FLOOD_MAX });
  const besideMails = await sendHonestly(target, mails, form, 92);
  process.stdout.write(
    `  the ${form.name} of ${STRANGERS} strangers were answered by ${JSON.stringify(floodStatuses)}`,
  );
  process.stdout.write(` and then by ${JSON.stringify(await flood.stop())}\n`);
  return [
    compareCounts(`${form.name} of ${HONEST} honest people that are stored`, quiet.stored, besideMails.stored, HONEST),
    compareCounts(`${form.name} whose mail leaves within 20 s`, quiet.mailed, besideMails.mailed, HONEST),
  ];
}

async function run(): Promise<Figure[]> {
  const mails = await startMailServer();
  const target = await openTarget({ SMTP_URL: mails.url });
  try {
    const figures: Figure[] = [];
    for (const form of FORMS) figures.push(...(await besiege(target, mails, form)));
    return figures;
  } finally {
    await target.stop();
    await mails.close();
  }
}

export const formsAttack: Attack = { key: "forms", name: "Strangers who use up the forms for guests", run };
