import { contract } from "@caramelo/contract/contract";
import { dayInBrazil } from "@caramelo/contract/formats/calendar";
import { AUTHORITY_PAGE, QUARTERS_SHOWN } from "@caramelo/contract/limits";
import { addAuditEntry } from "../../base/audit/queries.ts";
import { handle } from "../../platform/handle.ts";
import { fail } from "../../platform/http/failure.ts";
import { countAllAuthorityRequests } from "./count-queries.ts";
import { addAuthorityRequest, listAuthorityRequests, listFigures } from "./queries.ts";
import { addQuarters, firstDayOf, presentQuarters, quarterOf, receivedDayError } from "./rules.ts";

/** A newly counted quarter may be seen this much later. */
const CACHED_SECONDS = 3_600;

export const list = handle(contract.transparency.list, async ({ exchange, db, clock }) => {
  const currentQuarter = quarterOf(dayInBrazil(clock.now()));
  const figures = await listFigures(db, firstDayOf(addQuarters(currentQuarter, -QUARTERS_SHOWN)));
  exchange.allowCaching(CACHED_SECONDS);
  return { running: currentQuarter, quarters: presentQuarters(figures) };
});

export const authorityRequests = handle(contract.transparency.authorityRequests, async ({ query, db }) => {
  const { page = 1 } = query;
  const requests = await listAuthorityRequests(db, { offset: (page - 1) * AUTHORITY_PAGE, limit: AUTHORITY_PAGE });
  return { requests, ...(await countAllAuthorityRequests(db)) };
});

export const recordAuthorityRequest = handle(
  contract.transparency.recordAuthorityRequest,
  async ({ body, me, db, clock }) => {
    const now = clock.now();
    const { requestId: id, ...request } = body;
    const dayError = receivedDayError(request.receivedOn, dayInBrazil(now));
    if (dayError !== undefined) fail("VALIDATION_ERROR", { fields: { receivedOn: dayError } });
    await db.transaction().execute(async (trx) => {
      if (!(await addAuthorityRequest(trx, { ...request, id, recordedAt: now, recordedBy: me.id }))) return;
      const { receivedOn: day, authority, outcome } = request;
      const details = { day, authority, outcome };
      await addAuditEntry(trx, { at: now, actorId: me.id, action: "authority.recorded", subjectId: null, details });
    });
    return {};
  },
);
