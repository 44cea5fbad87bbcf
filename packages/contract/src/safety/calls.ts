import * as z from "zod";
import { call, id, instant } from "../call/call.ts";
import { fieldTexts } from "../call/errors.ts";
import { perMember, protecting } from "../call/limit-policy.ts";
import { all, only } from "../call/names.ts";
import { before } from "../call/page.ts";
import { freeText } from "../call/text.ts";
import { PEOPLE_PAGE, PHOTO_LINK_MAX, REPORT_DETAILS_MAX, REPORT_MESSAGES_MAX } from "../limits.ts";
import { REPORT_REASONS } from "../moderation/report-reasons.ts";

const params = z.strictObject({ id: id() });
/** The limit of favourites, but counted apart, so that favourites never delay a block. */
const blocking = protecting("favorites", { apart: "block" });

export const safety = {
  report: call({
    method: "POST",
    path: "/reports",
    access: "member",
    // Reports burden others, so all sessions share the limit; an intruder uses up no more than those without a proof have.
    limit: perMember("reports", { isProvenApart: true }),
    changes: "none",
    offline: "no",
    names: {
      thing: "member",
      // A member who received a message may report its sender, even after a block.
      verdicts: only("counterpart", "NOT_FOUND"),
      staff: all("NOT_FOUND"),
    },
    body: z
      .strictObject({
        memberId: id(),
        reason: z.enum(REPORT_REASONS, { error: fieldTexts.reportReasonRequired }),
        /** In the member's own words; required with `other`. */
        details: freeText(REPORT_DETAILS_MAX, {
          required: fieldTexts.reportDetailsRequired,
          tooLong: fieldTexts.reportDetailsTooLong,
        }).optional(),
        /** The link of the photo that an inappropriate photo is about. */
        photoLink: z.string().max(PHOTO_LINK_MAX).optional(),
        /** Messages that the caller received from them, which the report is about. */
        messageIds: z.array(id()).min(1).max(REPORT_MESSAGES_MAX).optional(),
      })
      .refine(({ reason, details }) => reason !== "other" || details !== undefined, {
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
    limit: blocking,
    changes: { caller: "people", events: ["notifications"] },
    offline: "forget answers",
    names: { thing: "member", verdicts: only("counterpart", "NOT_FOUND"), staff: all("NOT_FOUND"), isUsedUp: true },
    params,
    answers: z.strictObject({}),
    errors: ["NOT_FOUND", "RATE_LIMIT_EXCEEDED"],
    summary:
      "The two disappear for each other everywhere, and to the other one it looks as if the caller had left; doing it again changes nothing.",
  }),
  unblock: call({
    method: "DELETE",
    path: "/blocks/:id",
    access: "member",
    isOpenBeforeAge: true,
    limit: blocking,
    changes: { caller: "people", events: ["notifications"] },
    offline: "no",
    names: { thing: "member", verdicts: all("nothing") },
    params,
    answers: z.strictObject({}),
    errors: ["RATE_LIMIT_EXCEEDED"],
    summary: "Takes the caller's block back; the two meet again unless the other one blocks too.",
  }),
  blocks: call({
    method: "GET",
    path: "/blocks",
    access: "member",
    isOpenBeforeAge: true,
    limit: protecting("protection"),
    changes: "none",
    offline: "no",
    names: "nothing",
    query: z.strictObject({ before }),
    answers: z.strictObject({
      members: z.array(z.strictObject({ id: z.uuid(), name: z.string(), blockedAt: instant() })),
      next: z.string().nullable(),
    }),
    errors: ["RATE_LIMIT_EXCEEDED"],
    summary: `Whom the caller blocked, the latest first, ${PEOPLE_PAGE} a page.`,
  }),
};
