import { contract } from "@caramelo/contract/contract";
import { takeAdvisoryLock } from "../../../base/mail/acknowledgement-commands.ts";
import { removeAcknowledgement } from "../../../base/mail/acknowledgement-queries.ts";
import { addMail } from "../../../base/mail/queries.ts";
import { quotedNumber } from "../../../base/mail/rules.ts";
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
  async ({ body, me, exchange, ...context }) => {
    const { db, clock, site } = context;
    const now = clock.now();
    const id = uuidv7(now);
    const dueAt = dataRequestDueAt(now);
    // Also while an erasure waits, suspended or not: the request is about the member's own data, and reveals nothing.
    const isOfMember = me !== undefined && !me.isAdmin;
    const guest = { form: "data-request", id, email: body.email, address: exchange.address } as const;
    const isMailedNow = isOfMember || (await takeAdvisoryLock(context, guest));
    await db.transaction().execute(async (trx) => {
      const request = { ...body, id, receivedAt: now, dueAt };
      if (isOfMember) await receiveOfMember(trx, { ...request, memberId: me.id });
      else await receiveOfAnybody(trx, site, { ...request, isMailedNow });
    });
    const mailOfGuest = isMailedNow ? ("link" as const) : ("later" as const);
    return { number: quotedNumber(id), dueAt, mail: isOfMember ? ("receipt" as const) : mailOfGuest };
  },
);

type Request = Omit<Parameters<typeof addDataRequest>[1], "receivedAt"> & { receivedAt: Date };

/** The session identifies the sender, so the request has the address of the account, whatever the form named. */
async function receiveOfMember(trx: Db, request: Request & { memberId: string }): Promise<void> {
  const { id, memberId, receivedAt } = request;
  const email = await getEmail(trx, memberId);
  await addDataRequest(trx, { ...request, email, confirmedAt: receivedAt });
  await addMail(trx, email, dataRequestReceivedMail(id), receivedAt);
}

/** A request with a waiting mail gets a new link with it. */
async function receiveOfAnybody(
  trx: Db,
  site: Context["site"],
  { isMailedNow, ...request }: Request & { isMailedNow: boolean },
): Promise<void> {
  const token = makeToken();
  await addDataRequest(trx, { ...request, confirmationHash: hashToken(token) });
  if (!isMailedNow) return;
  await addMail(trx, request.email, dataRequestConfirmationMail(request.id, site.origin, token), request.receivedAt);
}

export const confirmDataRequest = handle(contract.personalData.confirmDataRequest, async ({ body, db, clock }) => {
  const now = clock.now();
  return db.transaction().execute(async (trx) => {
    const confirmedRequest = await confirmRequest(trx, hashToken(body.token), { since: unconfirmedBefore(now), now });
    const { id, dueAt } = confirmedRequest ?? fail("CONFIRMATION_LINK_INVALID");
    await removeAcknowledgement(trx, id);
    return { number: quotedNumber(id), dueAt };
  });
});
