import { randomBytes, randomUUID } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import * as z from "zod";
import { changePassword } from "../base/members/member-queries.ts";
import { endSessionsOfMember } from "../base/sessions/queries.ts";
import { hasPassword } from "../features/accounts/commands.ts";
import { findAccountByEmail } from "../features/accounts/queries/accounts.ts";
import { productSender } from "../platform/secrets/password-lanes.ts";
import { hashPassword } from "../platform/secrets/passwords.ts";
import { fileStores, placeOf } from "../platform/storage/inventory.ts";
import { addPerson, type DemoContext } from "./add-person.ts";
import { BABY_EMAIL, DADDY_EMAIL, type Person } from "./people.ts";
import type { PortraitStudio } from "./portraits/portrait-studio.ts";

const LABELS = [
  { label: "Baby:    ", email: BABY_EMAIL },
  { label: "Daddy:   ", email: DADDY_EMAIL },
];
const StoredPasswords = z.record(z.string(), z.string());

/**
 * Adds the two members that anybody may sign in as, and returns the lines about them for the terminal. Each data folder
 * has its own random passwords for them, in a file that only its owner can read. When the file is lost, they get new
 * ones.
 */
export async function prepareAccounts(
  context: DemoContext,
  studio: PortraitStudio,
  people: readonly Person[],
  dataDir: string,
): Promise<string[]> {
  const file = placeOf(dataDir, "demoAccounts");
  const keptPasswords = await readPasswords(file);
  const passwords: Record<string, string> = { ...keptPasswords };
  for (const { email } of LABELS) {
    const person = people.find((person) => person.email === email);
    if (person) passwords[email] = await prepareAccount(context, studio, person, keptPasswords[email]);
  }
  if (JSON.stringify(passwords) !== JSON.stringify(keptPasswords)) await writePasswords(file, passwords);
  const lines: string[] = [];
  for (const { label, email } of LABELS) {
    lines.push(`${label}${email}`, `         ${await describePassword(context, email, passwords[email])}`);
  }
  return lines;
}

/**
 * Adds the account if it is missing, and returns its password. An account whose password is not in the file gets a new
 * one.
 */
async function prepareAccount(
  context: DemoContext,
  studio: PortraitStudio,
  person: Person,
  keptPassword: string | undefined,
): Promise<string> {
  const password = keptPassword ?? randomBytes(9).toString("base64url");
  const account = await findAccountByEmail(context.db, person.email);
  if (!account) await addPerson(context, studio, person, await hashPassword(password, productSender));
  if (account && keptPassword === undefined) await replacePassword(context, account.id, password);
  return password;
}

async function replacePassword({ db, clock }: DemoContext, memberId: string, password: string): Promise<void> {
  const passwordHash = await hashPassword(password, productSender);
  await db.transaction().execute(async (trx) => {
    await changePassword(trx, memberId, passwordHash, clock.now());
    await endSessionsOfMember(trx, memberId, clock.now());
  });
}

/** A person who tries the product may have changed the password. */
async function describePassword(context: DemoContext, email: string, password = ""): Promise<string> {
  if (await hasPassword(context, email, password)) return `password ${password}`;
  return `password unchanged (forgotten: remove ${fileStores.demoAccounts.place} from the data folder)`;
}

/** Returns no passwords when the file is missing or malformed. */
async function readPasswords(file: string): Promise<Record<string, string>> {
  const text = await readFile(file, "utf8").catch(() => "");
  try {
    return StoredPasswords.parse(JSON.parse(text));
  } catch {
    return {};
  }
}

async function writePasswords(file: string, passwords: Record<string, string>): Promise<void> {
  const unfinished = `${file}.${randomUUID()}`;
  await writeFile(unfinished, `${JSON.stringify(passwords, null, 2)}\n`, { mode: 0o600, flag: "wx" });
  await rename(unfinished, file);
}
