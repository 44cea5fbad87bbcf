import { isEmailTaken } from "../../base/members/member-queries.ts";
import type { Context } from "../../platform/context.ts";
import { normalizeEmail } from "../../platform/delivery/mailbox-rules.ts";
import { isBanned } from "../bans/queries.ts";
import { hasAlertOfAnother } from "./queries/links.ts";

/** Whether a mailbox, in any spelling, belongs to a banned member. */
export function isAddressBanned({ db, banKeys }: Pick<Context, "db" | "banKeys">, email: string): Promise<boolean> {
  return isBanned(db, "email", banKeys.hash("email", normalizeEmail(email)));
}

type NewAddress = { email: string; memberId?: string };

/**
 * Whether an address cannot be used, by the member or for a new account. A banned address looks like a taken one, so
 * that nobody learns who was banned; so does an address from which an account was recently moved, because its person
 * can still take the account back. All three checks always run, so that response time does not tell them apart.
 */
export async function isAddressRefused(
  { db, banKeys, clock }: Pick<Context, "db" | "banKeys" | "clock">,
  { email, memberId }: NewAddress,
): Promise<boolean> {
  // Members' addresses are checked first: an address that a change frees in between already holds its alert.
  const isTaken = await isEmailTaken(db, email);
  const isOfBanned = await isAddressBanned({ db, banKeys }, email);
  const isAlerted = await hasAlertOfAnother(db, { email, memberId }, clock.now());
  return isTaken || isOfBanned || isAlerted;
}
