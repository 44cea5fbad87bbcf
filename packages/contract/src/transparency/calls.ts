import * as z from "zod";
import { call, id, instant, wireInt } from "../call/call.ts";
import { quietOfficeCall, quietOpenCall } from "../call/common-calls.ts";
import { fieldTexts } from "../call/errors.ts";
import { anyone } from "../call/limit-policy.ts";
import { freeText } from "../call/text.ts";
import { AUTHORITY_PAGE, AUTHORITY_PAGES_MAX, AUTHORITY_WORDS_MAX, FIGURE_MIN, QUARTERS_SHOWN } from "../limits.ts";
import { recordOf } from "../record-of.ts";
import { AUTHORITIES, AUTHORITY_OUTCOMES } from "../texts/transparency.ts";
import { FIGURE_LOOKS, QUARTER_COUNTS, QUARTER_MEDIANS } from "./figures.ts";

/** A calendar quarter in São Paulo, such as the third of 2026. */
const Quarter = z.strictObject({ year: z.int(), number: z.int().min(1).max(4) });

/** A number, or why it is hidden. Only an `exact` one has a value. */
const Figure = z.strictObject({ look: z.enum(FIGURE_LOOKS), value: z.int().nullable() });

const AuthorityRequest = z.strictObject({
  /** The day of receipt in São Paulo. */
  receivedOn: z.iso.date({ error: fieldTexts.authorityDayRequired }),
  authority: z.enum(AUTHORITIES, { error: fieldTexts.authorityRequired }),
  words: freeText(AUTHORITY_WORDS_MAX, {
    required: fieldTexts.authorityWordsRequired,
    tooLong: fieldTexts.authorityWordsTooLong,
  }),
  outcome: z.enum(AUTHORITY_OUTCOMES, { error: fieldTexts.authorityOutcomeRequired }),
});

export const transparency = {
  list: call({
    ...quietOpenCall,
    method: "GET",
    path: "/transparency",
    isRare: true,
    limit: anyone,
    answers: z.strictObject({
      /** The current quarter, whose numbers are not shown. */
      running: Quarter,
      /** The latest first. */
      quarters: z.array(
        z.strictObject({
          ...Quarter.shape,
          counts: z.strictObject(recordOf(QUARTER_COUNTS, () => Figure)),
          medians: z.strictObject(recordOf(QUARTER_MEDIANS, () => Figure)),
        }),
      ),
    }),
    summary: `What was reported, decided and asked for in each of the last ${QUARTERS_SHOWN} ended quarters, without numbers below ${FIGURE_MIN}.`,
  }),
  authorityRequests: call({
    ...quietOfficeCall,
    method: "GET",
    path: "/admin/authority-requests",
    permission: "recordAuthorities",
    query: z.strictObject({ page: wireInt(1, AUTHORITY_PAGES_MAX).optional() }),
    answers: z.strictObject({
      requests: z.array(
        z.strictObject({
          ...AuthorityRequest.shape,
          id: z.uuid(),
          words: z.string(),
          recordedAt: instant(),
          /** The staff member who recorded it. */
          recordedBy: z.string(),
        }),
      ),
      count: z.int(),
    }),
    summary: `What authorities asked for, the last recorded first, ${AUTHORITY_PAGE} a page.`,
  }),
  recordAuthorityRequest: call({
    ...quietOfficeCall,
    method: "POST",
    path: "/admin/authority-requests",
    permission: "recordAuthorities",
    body: z.strictObject({
      ...AuthorityRequest.shape,
      /** One id per filled form, so that a repeated request has no further effect. */
      requestId: id(),
    }),
    answers: z.strictObject({}),
    summary: "Records what an authority asked for and what it got; this is in the audit log and cannot be changed.",
  }),
};
