import { FREQUENCY_SETTINGS } from "@caramelo/contract/member-settings/member-settings";
import { readRecipient } from "../../base/mail/unsubscribe-rules.ts";
import { changeSettings, findMemberIdByEmail } from "../../base/members/member-queries.ts";
import type { Context } from "../../platform/context.ts";

/**
 * Stops the mails about notifications to a sealed recipient. Returns false where the seal is not ours. An address
 * without an account gets no such mails.
 */
export async function unsubscribe(
  { db, clock, sealer }: Pick<Context, "db" | "clock" | "sealer">,
  of: string,
): Promise<boolean> {
  const recipient = readRecipient(sealer, of);
  if (recipient === undefined) return false;
  const memberId = await findMemberIdByEmail(db, recipient);
  const never = Object.fromEntries(FREQUENCY_SETTINGS.map((name) => [name, "never" as const]));
  if (memberId !== undefined) await changeSettings(db, memberId, never, clock.now());
  return true;
}
