import { addMail } from "../../base/mail/queries.ts";
import type { Context } from "../../platform/context.ts";
import { uuidv7 } from "../../platform/ids.ts";
import { getAccount } from "./queries/accounts.ts";
import type { factorSetUpMail } from "./staff-mail-rules.ts";

/** Mails somebody of the staff what happened to their account, so that they notice what they did not do themselves. */
export async function tellStaff(
  { db, clock }: Pick<Context, "db" | "clock">,
  memberId: string,
  mail: ReturnType<typeof factorSetUpMail>,
): Promise<void> {
  const { email: to } = await getAccount(db, memberId);
  const now = clock.now();
  await addMail(db, { id: uuidv7(now), to, createdAt: now, ...mail });
}
