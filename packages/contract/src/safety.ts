import * as z from "zod";
import { call, id, instant } from "./call.ts";
import { fieldTexts } from "./errors.ts";
import { PEOPLE_PAGE, REPORT_DETAILS_MAX, REPORT_REASONS } from "./limits.ts";
import { before } from "./page.ts";
import { freeText } from "./text.ts";

const params = z.strictObject({ id: id() });

export const safety = {
  report: call({
    method: "POST",
    path: "/reports",
    access: "member",
    body: z
      .strictObject({
        memberId: id(),
        reason: z.enum(REPORT_REASONS, { error: fieldTexts.reportReasonRequired }),
        /** In the member's own words; asked for with "Outro". */
        details: freeText(REPORT_DETAILS_MAX, {
          required: fieldTexts.reportDetailsRequired,
          tooLong: fieldTexts.reportDetailsTooLong,
        }).optional(),
      })
      .refine(({ reason, details }) => reason !== "Outro" || details !== undefined, {
        path: ["details"],
        error: fieldTexts.reportDetailsRequired,
      }),
    answers: z.strictObject({}),
    errors: ["NOT_FOUND", "RATE_LIMIT_EXCEEDED"],
    summary:
      "Reports a member to the team; all open reports about one member are one case, and nobody learns who reported.",
  }),
  block: call({
    method: "PUT",
    path: "/blocks/:id",
    access: "member",
    params,
    answers: z.strictObject({}),
    errors: ["NOT_FOUND", "RATE_LIMIT_EXCEEDED"],
    summary: "The two disappear for each other everywhere; doing it again changes nothing.",
  }),
  unblock: call({
    method: "DELETE",
    path: "/blocks/:id",
    access: "member",
    params,
    answers: z.strictObject({}),
    errors: ["RATE_LIMIT_EXCEEDED"],
    summary: "Takes the caller's block back; the two meet again unless the other one blocks too.",
  }),
  blocks: call({
    method: "GET",
    path: "/blocks",
    access: "member",
    query: z.strictObject({ before }),
    answers: z.strictObject({
      members: z.array(z.strictObject({ id: z.uuid(), name: z.string(), blockedAt: instant() })),
      next: z.string().nullable(),
    }),
    errors: [],
    summary: `Whom the caller blocked, the latest first, ${PEOPLE_PAGE} a page.`,
  }),
};
