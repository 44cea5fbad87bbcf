import { contract } from "@caramelo/contract/contract";
import { CASE_PAGE } from "@caramelo/contract/limits";
import { addAuditEntry } from "../../../base/audit/queries.ts";
import { addMail } from "../../../base/mail/queries.ts";
import { quotedNumber } from "../../../base/mail/rules.ts";
import { handle } from "../../../platform/handle.ts";
import { fail } from "../../../platform/http/failure.ts";
import { recordListing } from "../../staff-watch/commands.ts";
import {
  countDataRequests,
  listDataRequests,
  lockAccountEmail,
  lockDataRequest,
  recordAnswer,
} from "../data-request-queries.ts";
import { changedEmailOf, dataRequestAnsweredMail } from "../data-request-rules.ts";

export const staffDataRequests = handle(contract.personalData.staffDataRequests, async ({ query, me, ...context }) => {
  const { db } = context;
  const { status = "pending", page = 1 } = query;
  await recordListing(context, me, { list: "data-requests", page });
  const isAnswered = status === "decided";
  const rows = await listDataRequests(db, { isAnswered, offset: (page - 1) * CASE_PAGE, limit: CASE_PAGE });
  return {
    requests: rows.map(({ senderId, memberId, memberName, accountEmail, ...request }) => ({
      ...request,
      changedEmail: changedEmailOf(request, accountEmail),
      number: quotedNumber(request.id),
      member: memberId === null ? null : { id: memberId, name: memberName ?? "" },
      isFromSession: senderId !== null,
    })),
    count: await countDataRequests(db, isAnswered),
  };
});

/** The audit log names the request, but not its answer: the answer may repeat data, and the log is never erased. */
export const answerDataRequest = handle(
  contract.personalData.answerDataRequest,
  async ({ params, body, me, db, clock }) => {
    const now = clock.now();
    const { answer } = body;
    await db.transaction().execute(async (trx) => {
      const request = await lockDataRequest(trx, params.id);
      if (!request || request.answeredAt !== null) fail("NOT_FOUND");
      const { id, memberId } = request;
      // The account may have been recovered from an intruder, who must not get the answer.
      const presentEmail = memberId === null ? undefined : await lockAccountEmail(trx, memberId);
      await recordAnswer(trx, id, { answer, answeredBy: me.id, answeredAt: now });
      await addMail(trx, presentEmail ?? request.email, dataRequestAnsweredMail(id, answer), now);
      const details = { dataRequest: quotedNumber(id) };
      await addAuditEntry(trx, {
        at: now,
        actorId: me.id,
        action: "data-request.answered",
        subjectId: memberId,
        details,
      });
    });
    return {};
  },
);
