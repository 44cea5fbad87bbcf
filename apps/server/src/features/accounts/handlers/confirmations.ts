import { contract } from "@caramelo/contract/contract";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/database.ts";
import { addJob, FIRST } from "../../../platform/database/jobs.ts";
import { isUniqueViolation } from "../../../platform/database/violations.ts";
import { handle } from "../../../platform/handle.ts";
import { fail } from "../../../platform/http/failure.ts";
import { addressKey } from "../../../platform/rate-limit.ts";
import { hashToken } from "../../../platform/tokens.ts";
import { confirmProfile } from "../../profiles/queries.ts";
import { findOpenLink, lockMember, useLink } from "../link-queries.ts";
import { storeEmailChange } from "./own-account.ts";

type Link = NonNullable<Awaited<ReturnType<typeof findOpenLink>>>;

export const confirmEmail = handle(contract.accounts.confirmEmail, async ({ body, exchange, ...context }) => {
  const { db, clock, limits, live } = context;
  await limits.links.take(addressKey(exchange.address));
  const found = await findOpenLink(db, ["confirmation", "email_change"], hashToken(body.token), clock.now());
  const link = found ?? fail("CONFIRMATION_LINK_INVALID");
  try {
    await db.transaction().execute((trx) => followLink({ db: trx, clock }, link));
  } catch (error) {
    // Somebody else took the address since the link was mailed.
    if (isUniqueViolation(error, "member_email_key")) fail("CONFIRMATION_LINK_INVALID");
    throw error;
  }
  if (link.kind === "confirmation") return { kind: "account" as const };
  live.tell(link.memberId, "changed", { what: "self" });
  return { kind: "change" as const };
});

async function followLink({ db, clock }: { db: Db; clock: Context["clock"] }, link: Link): Promise<void> {
  const now = clock.now();
  const member = (await lockMember(db, link.memberId)) ?? fail("CONFIRMATION_LINK_INVALID");
  if (!(await useLink(db, link.id, now))) fail("CONFIRMATION_LINK_INVALID");
  if (link.kind === "confirmation") await confirmProfile(db, link.memberId, now);
  else await storeEmailChange(db, { ...link, from: member.email, to: link.email, now });
}

/** The same work for every address, as for a recovery link. */
export const resendConfirmation = handle(
  contract.accounts.resendConfirmation,
  async ({ body, exchange, db, limits }) => {
    await limits.links.take(addressKey(exchange.address));
    await limits.recovery.take(`confirm ${body.email}`);
    await addJob(db, "send-confirmation", { email: body.email }, FIRST);
    return {};
  },
);
