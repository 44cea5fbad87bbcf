import { readFile, writeFile } from "node:fs/promises";
import { ensureFirstAdmin, hasPassword } from "../features/accounts/commands.ts";
import type { Context } from "../platform/context.ts";
import { placeOf } from "../platform/storage/inventory.ts";
import type { Config } from "./config.ts";

/** Makes the first admin when there is none, and returns the lines for the terminal about signing in as admin. */
export async function prepareFirstAdmin(
  context: Context,
  { adminEmail, adminPassword, dataDir, mode }: Config,
): Promise<string[]> {
  const admin = await ensureFirstAdmin(context, { email: adminEmail, password: adminPassword });
  const file = placeOf(dataDir, "firstAdmin");
  if (admin.password !== undefined && mode === "demo") await writeFile(file, admin.password, { mode: 0o600 });
  const password = admin.password ?? (await findStoredPassword(context, admin.email, file));
  return [`Admin:   ${admin.email}`, `         ${describePassword(password, admin.isNew, adminPassword)}`];
}

/**
 * Returns the stored password of a demo's admin, until it is changed. A demo keeps its random password in a file that
 * only its owner can read.
 */
async function findStoredPassword(context: Context, email: string, file: string): Promise<string | undefined> {
  const keptPassword = await readFile(file, "utf8").catch(() => undefined);
  if (keptPassword === undefined) return undefined;
  return (await hasPassword(context, email, keptPassword)) ? keptPassword : undefined;
}

function describePassword(password: string | undefined, isNew: boolean, setting: string | undefined): string {
  if (password !== undefined) return `password ${password}`;
  if (isNew && setting !== undefined) return "password as in ADMIN_PASSWORD";
  return "password unchanged (forgotten: npm run admin)";
}
