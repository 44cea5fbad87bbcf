import { contract } from "@caramelo/contract/contract";
import { quotedNumber } from "../../../base/mail/number-rules.ts";
import { addMail } from "../../../base/mail/queries.ts";
import { getEmail } from "../../../base/members/member-queries.ts";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/database.ts";
import { handle } from "../../../platform/handle.ts";
import { fail } from "../../../platform/http/failure.ts";
import { uuidv7 } from "../../../platform/ids.ts";
import { hashToken, makeToken } from "../../../platform/secrets/tokens.ts";
import { addDataRequest, confirmRequest } from "../data-request-queries.ts";
import {
  dataRequestConfirmationMail,
  dataRequestDueAt,
  dataRequestReceivedMail,
  unconfirmedBefore,
} from "../data-request-rules.ts";

/**
 * Stores a request. The answer never shows whether an address has an account: a request without a session gets the same
 * answer and the same mail for every address.
 */
export const sendDataRequest = handle(
  contract.personalData.sendDataRequest,
  async ({ body, me, limits, db, clock, site }) => {
    const now = clock.now();
    const id = uuidv7(now);
    const dueAt = dataRequestDueAt(now);
    const isOfMember = me !== undefined && !me.isAdmin;
    if (!isOfMember) await takeOfAnybody(limits);
    await db.transaction().execute(async (trx) => {
      const request = { ...body, id, receivedAt: now, dueAt };
      if (isOfMember) await receiveOfMember(trx, { ...request, memberId: me.id });
      else await receiveOfAnybody(trx, site, request);
    });
    return { number: quotedNumber(id), dueAt, mail: isOfMember ? ("receipt" as const) : ("link" as const) };
  },
);

type MailLimits = Record<"dataRequestsEverywhere" | "dataRequestMailbox", { take(): Promise<void> }>;

/**
 * A request without its link could never be confirmed, so one above the limit of the site is refused, not stored. That
 * limit comes first: who is refused by it may try again, and has used up nothing of their mailbox.
 */
async function takeOfAnybody(limits: MailLimits): Promise<void> {
  await limits.dataRequestsEverywhere.take();
  await limits.dataRequestMailbox.take();
}

type Request = Omit<Parameters<typeof addDataRequest>[1], "receivedAt"> & { receivedAt: Date };

/** The session says whose request it is, so it has the address of the account, whatever the form named. */
async function receiveOfMember(trx: Db, request: Request & { memberId: string }): Promise<void> {
  const { id, memberId, receivedAt } = request;
  const email = await getEmail(trx, memberId);
  await addDataRequest(trx, { ...request, email, confirmedAt: receivedAt });
  await addMail(trx, email, dataRequestReceivedMail(id), receivedAt);
}

async function receiveOfAnybody(trx: Db, site: Context["site"], request: Request): Promise<void> {
  const token = makeToken();
  await addDataRequest(trx, { ...request, confirmationHash: hashToken(token) });
  const mail = dataRequestConfirmationMail(request.id, `${site.origin}/confirmar-pedido#${token}`);
  await addMail(trx, request.email, mail, request.receivedAt);
}

export const confirmDataRequest = handle(contract.personalData.confirmDataRequest, async ({ body, db, clock }) => {
  const now = clock.now();
  const confirmedRequest = await confirmRequest(db, hashToken(body.token), { since: unconfirmedBefore(now), now });
  const { id, dueAt } = confirmedRequest ?? fail("CONFIRMATION_LINK_INVALID");
  return { number: quotedNumber(id), dueAt };
});
