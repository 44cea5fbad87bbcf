import { isEmailTaken } from "../../base/members/member-queries.ts";
import type { Context } from "../../platform/context.ts";
import { normalizeEmail } from "../../platform/delivery/mailbox-rules.ts";
import { isBanned } from "../bans/queries.ts";
import { hasAlertOfAnother } from "./queries/links.ts";

/** Whether a mailbox, in whatever spelling, is that of a banned member. */
export function isAddressBanned({ db, banKeys }: Pick<Context, "db" | "banKeys">, email: string): Promise<boolean> {
  return isBanned(db, "email", banKeys.hash("email", normalizeEmail(email)));
}

type NewAddress = { email: string; memberId?: string };

/**
 * Whether an address cannot be used, by the member or for a new account. A banned address looks like a taken one, so
 * that nobody learns who was banned, and so does one from which an account was taken lately: its person can still take
 * the account back to it. All three are always asked about, so that the time of the answer does not tell them apart.
 */
export async function isAddressRefused(
  { db, banKeys, clock }: Pick<Context, "db" | "banKeys" | "clock">,
  { email, memberId }: NewAddress,
): Promise<boolean> {
  // The addresses of members come first: an address that a change frees in between holds the alert about it already.
  const isTaken = await isEmailTaken(db, email);
  const isOfBanned = await isAddressBanned({ db, banKeys }, email);
  const isAlerted = await hasAlertOfAnother(db, { email, memberId }, clock.now());
  return isTaken || isOfBanned || isAlerted;
}
