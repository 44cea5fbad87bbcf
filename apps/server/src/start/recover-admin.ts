import { Email } from "@caramelo/contract/accounts/account";
import { STAFF_ROLES } from "@caramelo/contract/call/staff-permissions";
import { makeOrRecoverAdmin } from "../features/accounts/commands.ts";
import { type Connection, openDatabase } from "../platform/database/database.ts";
import { migrate } from "../platform/database/migrate.ts";
import { systemClock } from "../platform/time/clock.ts";
import type { Config } from "./config.ts";
import { openSiteSettings } from "./site-settings.ts";

type Command = { config: Config; connection: Connection; say: (line: string) => void };

/** Makes a person staff, or gives one of the staff a new password. */
export async function recoverAdmin(
  { config, connection, say }: Command,
  [email = config.adminEmail, role = "owner"]: string[],
): Promise<void> {
  const address = Email.safeParse(email);
  if (!address.success) throw new Error("The admin's e-mail must be an e-mail address.");
  const staffRole = STAFF_ROLES.find((staffRole) => staffRole === role);
  if (!staffRole) throw new Error(`The role must be one of: ${STAFF_ROLES.join(", ")}.`);
  await migrate(connection);
  const { db, close } = openDatabase(connection);
  try {
    // The mail about it contains the operator's brand and words, so they must be loaded first.
    await openSiteSettings({ config, db });
    const request = { email: address.data, password: config.adminPassword, role: staffRole };
    const admin = await makeOrRecoverAdmin({ db, clock: systemClock }, request);
    say(`${admin.isNew ? "Made" : "Gave a new password to"} the admin ${admin.email}.`);
    say(admin.password === undefined ? "The password is the one in ADMIN_PASSWORD." : `Password: ${admin.password}`);
  } finally {
    await close();
  }
}
