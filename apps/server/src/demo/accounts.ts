import { randomBytes, randomUUID } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { hasPassword } from "../features/accounts/handlers/admins.ts";
import { changePassword, endSessionsOfMember, findAccountByEmail } from "../features/accounts/queries.ts";
import { hashPassword } from "../platform/passwords.ts";
import { addPerson, type DemoContext } from "./add-person.ts";
import { BABY_EMAIL, DADDY_EMAIL, type Person } from "./people.ts";
import type { PortraitStudio } from "./portraits/portrait-studio.ts";

const FILE = "demo-accounts.json";
const LABELS = [
  { label: "Baby:    ", email: BABY_EMAIL },
  { label: "Daddy:   ", email: DADDY_EMAIL },
];
const Kept = z.record(z.string(), z.string());

/**
 * Makes the two members that anybody may sign in as, and answers what the terminal shows about them. Their passwords
 * are drawn for each data folder and stand in a file of it that only its owner can read; when it is lost they get new ones.
 */
export async function prepareAccounts(
  context: DemoContext,
  studio: PortraitStudio,
  people: readonly Person[],
  dataDir: string,
): Promise<string[]> {
  const file = join(dataDir, FILE);
  const kept = await readKept(file);
  const passwords: Record<string, string> = { ...kept };
  for (const { email } of LABELS) {
    const person = people.find((one) => one.email === email);
    if (person) passwords[email] = await prepareAccount(context, studio, person, kept[email]);
  }
  if (JSON.stringify(passwords) !== JSON.stringify(kept)) await writeKept(file, passwords);
  const lines: string[] = [];
  for (const { label, email } of LABELS) {
    lines.push(`${label}${email}`, `         ${await describePassword(context, email, passwords[email])}`);
  }
  return lines;
}

/** The password that the account has from now on, as far as we know. */
async function prepareAccount(
  context: DemoContext,
  studio: PortraitStudio,
  person: Person,
  kept: string | undefined,
): Promise<string> {
  const password = kept ?? randomBytes(9).toString("base64url");
  const account = await findAccountByEmail(context.db, person.email);
  if (!account) await addPerson(context, studio, person, await hashPassword(password));
  if (account && kept === undefined) await replacePassword(context, account.id, password);
  return password;
}

async function replacePassword({ db, clock }: DemoContext, memberId: string, password: string): Promise<void> {
  const passwordHash = await hashPassword(password);
  await db.transaction().execute(async (trx) => {
    await changePassword(trx, memberId, passwordHash, clock.now());
    await endSessionsOfMember(trx, memberId, clock.now());
  });
}

/** Whoever tries the product may have changed it. */
async function describePassword(context: DemoContext, email: string, password = ""): Promise<string> {
  if (await hasPassword(context, email, password)) return `password ${password}`;
  return `password unchanged (forgotten: remove ${FILE} from the data folder)`;
}

/** Nothing when the file is missing or no longer what we wrote. */
async function readKept(file: string): Promise<Record<string, string>> {
  const text = await readFile(file, "utf8").catch(() => "");
  try {
    return Kept.parse(JSON.parse(text));
  } catch {
    return {};
  }
}

async function writeKept(file: string, passwords: Record<string, string>): Promise<void> {
  const unfinished = `${file}.${randomUUID()}`;
  await writeFile(unfinished, `${JSON.stringify(passwords, null, 2)}\n`, { mode: 0o600, flag: "wx" });
  await rename(unfinished, file);
}
