import { randomBytes } from "node:crypto";
import { dayInBrazil } from "@caramelo/contract/formats/calendar";
import { sql } from "kysely";
import { isPayer } from "../base/money/premium-rules.ts";
import type { Db } from "../platform/database/database.ts";
import { addJob } from "../platform/database/jobs.ts";
import type { Log } from "../platform/log.ts";
import { productSender } from "../platform/secrets/password-lanes.ts";
import { hashPassword } from "../platform/secrets/passwords.ts";
import { prepareAccounts } from "./accounts.ts";
import { addPerson, type DemoContext } from "./add-person.ts";
import { addPast } from "./history/add-past.ts";
import { addPastQuarters } from "./history/add-past-quarters.ts";
import { addPastActivity, addPastTotals } from "./history/add-past-totals.ts";
import { addReports } from "./history/add-reports.ts";
import { addVerifications } from "./history/add-verifications.ts";
import { addWithdrawal } from "./history/add-withdrawal.ts";
import { BABY_EMAIL, DADDY_EMAIL, FIRST_MEMBERS, isLatestAdmirer, makePeople, type Person } from "./people.ts";
import type { PortraitStudio } from "./portraits/portrait-studio.ts";

type Options = {
  studio: PortraitStudio;
  dataDir: string;
  /** The number of members, including the two accounts; undefined means all 300. */
  count?: number;
};

/** How many members were added, and whether all are there now. */
type Filling = { added: number; isComplete: boolean };

export type Demo = {
  /** The lines for the terminal about signing in. */
  lines: string[];
  /** The number of demo members when all are added. */
  size: number;
  /** Adds the missing members. It ends early after `stop`. */
  fill(): Promise<Filling>;
  /** Ends `fill` after the members in progress. It does not close the studio, which belongs to the caller. */
  stop(): Promise<void>;
};

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1_440;
/** A member must have joined more than this many days ago to get a past of purchases. */
const PAST_DAYS = 21;
// One member is stored while two are drawn.
const WORKERS = 3;

/**
 * Prepares the two accounts, which must exist before the terminal shows their passwords. `fill` adds the other members.
 */
export async function openDemo(context: DemoContext, { studio, dataDir, count }: Options): Promise<Demo> {
  const people = makePeople(count);
  const lines = await prepareAccounts(context, studio, people, dataDir);
  let isStopped = false;
  let filling: Promise<Filling> | undefined;

  async function fillAll(): Promise<Filling> {
    const first = people.slice(0, FIRST_MEMBERS);
    const addedFirst = await addMissing(context, studio, first, () => isStopped);
    if (isStopped) return { added: addedFirst, isComplete: false };
    await addPastOf(context, studio, first);
    // Drawing the other members takes minutes. Meanwhile the dashboard already shows the past of the first ones.
    if (addedFirst > 0) await recount(context.db);
    const addedCount = addedFirst + (await addMissing(context, studio, people.slice(FIRST_MEMBERS), () => isStopped));
    const isComplete = (await listMissing(context, people)).length === 0;
    if (isComplete && addedCount > 0) await countAnew(context, people);
    if (isComplete) await addPastQuartersOf(context, people);
    return { added: addedCount, isComplete };
  }

  return {
    lines,
    size: people.length,
    fill: () => {
      filling ??= fillAll();
      return filling;
    },
    stop: async () => {
      isStopped = true;
      await filling?.catch(() => {});
    },
  };
}

type Surroundings = {
  studio: PortraitStudio;
  log: Log;
  say: (line: string) => void;
  /** Waits until no other process is adding the members. The returned function lets the next process begin. */
  takeAdvisoryLock(): Promise<() => Promise<void>>;
};

/**
 * Adds the members in the background and prints a line when all are there. Errors are logged; the next start continues.
 * At the end the studio and its processes are closed, because nothing is left to draw.
 */
export async function fillInBackground(
  demo: Pick<Demo, "fill" | "size">,
  { studio, log, say, takeAdvisoryLock }: Surroundings,
): Promise<void> {
  try {
    // When several processes run, one adds the members, and the next finds none missing.
    const endTurn = await takeAdvisoryLock();
    const { added, isComplete } = await demo.fill().finally(endTurn);
    if (isComplete && added > 0) say(`Demo members ready: ${demo.size}.`);
  } catch (error) {
    log.warn({ err: error }, "demo members are not complete; the next start continues");
  } finally {
    await studio.close();
  }
}

async function addMissing(
  context: DemoContext,
  studio: PortraitStudio,
  people: readonly Person[],
  isStopped: () => boolean,
): Promise<number> {
  const missingPeople = await listMissing(context, people);
  if (missingPeople.length === 0) return 0;
  // The hash of an unknown password, because these members never sign in.
  const passwordHash = await hashPassword(randomBytes(32).toString("base64url"), productSender);
  let addedCount = 0;
  const work = async () => {
    while (!isStopped()) {
      const person = missingPeople.shift();
      if (!person) return;
      await addPerson(context, studio, person, passwordHash);
      addedCount += 1;
    }
  };
  // An error is thrown only after all workers have ended, so that none writes after a stop.
  const results = await Promise.allSettled(Array.from({ length: WORKERS }, work));
  const failure = results.find((result) => result.status === "rejected");
  if (failure) throw failure.reason;
  return addedCount;
}

async function listMissing({ db }: DemoContext, people: readonly Person[]): Promise<Person[]> {
  const ids = await findIds({ db }, people);
  return people.filter(({ email }) => !ids.has(email));
}

async function findIds({ db }: Pick<DemoContext, "db">, people: readonly Person[]): Promise<Map<string, string>> {
  const emails = people.map(({ email }) => email);
  const rows = await db
    .selectFrom("member")
    .where("email", "=", sql<string>`any(${emails}::text[])`)
    .select(["id", "email"])
    .execute();
  return new Map(rows.map(({ id, email }) => [email, id]));
}

/** Fills the statistics of past days, because the members have joined in the past. */
async function countAnew({ db, clock }: DemoContext, people: readonly Person[]): Promise<void> {
  const now = clock.now();
  const joinedOn = people.map(({ joinedAgo }) => dayInBrazil(new Date(now.getTime() - joinedAgo * MINUTE_MS)));
  await db.transaction().execute(async (trx) => {
    await addPastActivity(trx, joinedOn, now);
    await addPastTotals(trx, now);
    await recount(trx);
  });
}

const recount = (db: Db) => addJob(db, "recount-statistics", {}, { key: "recount-statistics" });

/** Members who are reported in a past quarter must have joined more than this many days ago. */
const QUARTERS_DAYS = 280;

async function addPastQuartersOf(context: DemoContext, people: readonly Person[]): Promise<void> {
  const isSeen = ({ standing, joinedAgo }: Person) => standing === "active" && joinedAgo > QUARTERS_DAYS * DAY_MINUTES;
  const seenPeople = people.slice(FIRST_MEMBERS).filter(isSeen);
  const ids = await findIds(context, seenPeople);
  const idsOf = (isWanted: (person: Person) => boolean) =>
    seenPeople.filter(isWanted).flatMap(({ email }) => ids.get(email) ?? []);
  const whoReports = { reporters: idsOf(({ role }) => role === "baby"), reported: idsOf(({ role }) => isPayer(role)) };
  await addPastQuarters(context.db, whoReports, context.clock.now());
}

async function addPastOf(context: DemoContext, studio: PortraitStudio, people: readonly Person[]): Promise<void> {
  const ids = await findIds(context, people);
  const idsOf = (isWanted: (person: Person) => boolean) =>
    people.filter(isWanted).flatMap(({ email }) => ids.get(email) ?? []);
  const [babyId] = idsOf(({ email }) => email === BABY_EMAIL);
  const [daddyId] = idsOf(({ email }) => email === DADDY_EMAIL);
  if (babyId === undefined || daddyId === undefined) return;
  const isOther = ({ email }: Person) => email !== BABY_EMAIL && email !== DADDY_EMAIL;
  const acquaintances = {
    babyId,
    daddyId,
    daddies: idsOf((person) => isOther(person) && person.role === "daddy"),
    payers: idsOf((person) => isOther(person) && isPayer(person.role)),
    babies: idsOf((person) => isOther(person) && person.role === "baby"),
    latestAdmirers: idsOf(isLatestAdmirer),
  };
  await context.db.transaction().execute((trx) => addPast(trx, acquaintances, context.clock.now()));
  const isSeen = (person: Person) => isOther(person) && person.standing === "active";
  const whoReports = {
    reporters: idsOf((person) => isSeen(person) && person.role === "baby"),
    reported: idsOf((person) => isSeen(person) && isPayer(person.role)),
  };
  await context.db.transaction().execute((trx) => addReports(trx, whoReports, context.clock.now()));
  const hasRoomForPast = ({ joinedAgo, purchases }: Person) =>
    purchases.length === 0 && joinedAgo > PAST_DAYS * DAY_MINUTES;
  const buyerId = idsOf((person) => isSeen(person) && isPayer(person.role) && hasRoomForPast(person)).at(-1);
  if (buyerId !== undefined)
    await context.db.transaction().execute((trx) => addWithdrawal(trx, buyerId, context.clock.now()));
  const isApplicant = (person: Person) => isSeen(person) && person.role === "baby" && !person.isVerified;
  const applicants = people.filter(isApplicant).flatMap(({ email, album: [portrait] }) => {
    const memberId = ids.get(email);
    return memberId !== undefined && portrait ? [{ memberId, portrait }] : [];
  });
  await addVerifications(context, studio, applicants);
}
