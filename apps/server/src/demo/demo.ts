import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Log } from "../platform/log.ts";
import { hashPassword } from "../platform/passwords.ts";
import { prepareAccounts } from "./accounts.ts";
import { addPerson, type DemoContext } from "./add-person.ts";
import { addPast } from "./history/add-past.ts";
import { BABY_EMAIL, CAST, DADDY_EMAIL, makePeople, type Person } from "./people.ts";
import type { PortraitStudio } from "./portraits/portrait-studio.ts";

type Options = {
  studio: PortraitStudio;
  dataDir: string;
  /** How many members, the two accounts among them; all 300 when undefined. */
  count?: number;
};

/** The demo members of one installation, on their way in. */
export type Demo = {
  /** What the terminal shows about signing in. */
  lines: string[];
  /** How many there are once it is filled. */
  size: number;
  /** Adds those who are missing and answers how many it added. Ends early, and cleanly, after `stop`. */
  fill(): Promise<number>;
  /** Ends `fill` after the members in hand. The studio stays open: it belongs to whoever opened it. */
  stop(): Promise<void>;
};

// One is being stored while two are being drawn.
const HANDS = 3;

/** Prepares the two accounts, which must be there before anybody reads their passwords; the others come with `fill`. */
export async function openDemo(context: DemoContext, { studio, dataDir, count }: Options): Promise<Demo> {
  const people = makePeople(count);
  const lines = await prepareAccounts(context, studio, people, dataDir);
  let isStopped = false;
  let filling: Promise<number> | undefined;

  async function fillAll(): Promise<number> {
    const before = people.slice(0, CAST);
    const added = await addMissing(context, studio, before, () => isStopped);
    if (isStopped) return added;
    await addPastOf(context, before);
    return added + (await addMissing(context, studio, people.slice(CAST), () => isStopped));
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

/** Fills in the background and says when it is done; what goes wrong is logged, and the next start goes on. */
export async function fillInBackground(demo: Demo, log: Log, say: (line: string) => void): Promise<void> {
  try {
    const added = await demo.fill();
    if (added > 0) say(`Demo members ready: ${demo.size}.`);
  } catch (error) {
    log.warn({ err: error }, "demo members are not complete; the next start goes on");
  }
}

async function addMissing(
  context: DemoContext,
  studio: PortraitStudio,
  people: readonly Person[],
  isStopped: () => boolean,
): Promise<number> {
  const waiting = await listMissing(context, people);
  if (waiting.length === 0) return 0;
  // A hash of nothing that anybody knows: nobody signs in as these.
  const passwordHash = await hashPassword(randomBytes(32).toString("base64url"));
  let added = 0;
  const work = async () => {
    while (!isStopped()) {
      const person = waiting.shift();
      if (!person) return;
      await addPerson(context, studio, person, passwordHash);
      added += 1;
    }
  };
  // All have ended before anything flies: nobody goes on writing behind a stop.
  const hands = await Promise.allSettled(Array.from({ length: HANDS }, work));
  const failed = hands.find((hand) => hand.status === "rejected");
  if (failed) throw failed.reason;
  return added;
}

async function listMissing({ db }: DemoContext, people: readonly Person[]): Promise<Person[]> {
  const ids = await findIds({ db }, people);
  return people.filter(({ email }) => !ids.has(email));
}

/** Ids by e-mail of those who are there. */
async function findIds({ db }: Pick<DemoContext, "db">, people: readonly Person[]): Promise<Map<string, string>> {
  const emails = people.map(({ email }) => email);
  const rows = await db
    .selectFrom("member")
    .where("email", "=", sql<string>`any(${emails}::text[])`)
    .select(["id", "email"])
    .execute();
  return new Map(rows.map(({ id, email }) => [email, id]));
}

async function addPastOf(context: DemoContext, people: readonly Person[]): Promise<void> {
  const ids = await findIds(context, people);
  const idsOf = (isWanted: (person: Person) => boolean) =>
    people.filter(isWanted).flatMap(({ email }) => ids.get(email) ?? []);
  const [babyId] = idsOf(({ email }) => email === BABY_EMAIL);
  const [daddyId] = idsOf(({ email }) => email === DADDY_EMAIL);
  if (babyId === undefined || daddyId === undefined) return;
  const isOther = ({ email }: Person) => email !== BABY_EMAIL && email !== DADDY_EMAIL;
  const circle = {
    babyId,
    daddyId,
    daddies: idsOf((person) => isOther(person) && person.role === "daddy"),
    payers: idsOf((person) => isOther(person) && person.role !== "baby"),
    babies: idsOf((person) => isOther(person) && person.role === "baby"),
  };
  await context.db.transaction().execute((trx) => addPast(trx, circle, context.clock.now()));
}
