import type { Context } from "../../platform/context.ts";
import { isBanned } from "../moderation/queries/bans.ts";
import { normalizeEmail } from "../moderation/rules.ts";
import { isEmailTaken } from "./queries/accounts.ts";

/** A banned address is answered like one that has an account: nobody learns from it who was banned. */
export async function isAddressRefused(
  { db, banKeys }: Pick<Context, "db" | "banKeys">,
  email: string,
): Promise<boolean> {
  return (await isEmailTaken(db, email)) || isBanned(db, "email", banKeys.hash("email", normalizeEmail(email)));
}
