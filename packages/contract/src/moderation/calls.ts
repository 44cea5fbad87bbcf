import * as z from "zod";
import { call, id, instant } from "../call/call.ts";
import { linkCall, quietMemberCall } from "../call/common-calls.ts";
import { fieldTexts } from "../call/errors.ts";
import { perMember, perSite } from "../call/limit-policy.ts";
import { all, only } from "../call/names.ts";
import { freeText } from "../call/text.ts";
import { APPEAL_MAX, MEASURES_MAX, PHOTO_LINK_MAX, REPORT_DETAILS_MAX, REPORT_MESSAGES_MAX } from "../limits.ts";
import { MEASURE_KINDS } from "../texts/moderation.ts";
import { REPORT_REASONS } from "./report-reasons.ts";

/**
 * How many photos and profiles reports and notices may hide automatically per hour, from all senders together. Beyond
 * it nothing is hidden before staff have looked: a report raises an alarm and goes to the top of their queue, and a
 * mail points to the notices, once an hour.
 */
export const hidingBrake = perSite("noticeHides", { taken: "handler" });

/** The secret of a mailed link about a measure or a notice. */
export const MailToken = z
  .string()
  .length(43, { error: fieldTexts.invalid })
  .regex(/^[\w-]{43}$/, { error: fieldTexts.invalid });
const namesAppeal = {
  thing: "appeal token",
  verdicts: only("own", "RESET_LINK_INVALID"),
  staff: { own: "RESET_LINK_INVALID" },
} as const;
const text = freeText(APPEAL_MAX, { required: fieldTexts.appealRequired, tooLong: fieldTexts.appealTooLong });

/** A measure of the staff, as its member sees it. It never names a staff member. */
export const Measure = z.strictObject({
  id: z.uuid(),
  kind: z.enum(MEASURE_KINDS),
  reason: z.string(),
  takenAt: instant(),
  /** The end of a suspension; null for a suspension without an end and for all other measures. */
  until: instant().nullable(),
  /** When the measure was lifted or expired. */
  endedAt: instant().nullable(),
  /** The member's appeal, and the staff's decision. */
  appeal: z
    .strictObject({
      text: z.string(),
      at: instant(),
      decision: z.strictObject({ isGranted: z.boolean(), answer: z.string(), at: instant() }).nullable(),
    })
    .nullable(),
  mayAppeal: z.boolean(),
});
export type Measure = z.infer<typeof Measure>;

/** The days of a suspension. Omitted: no end. */
export const SuspensionDays = z.int().min(1).max(365);

export const memberModeration = {
  report: call({
    ...quietMemberCall,
    method: "POST",
    path: "/reports",
    isRare: true,
    // Reports burden others, so all sessions share the limit. Only recently authenticated ones are counted separately,
    // so that an intruder cannot use up the member's limit.
    limit: [perMember("reports", { isProvenApart: true }), hidingBrake],
    names: {
      thing: "member",
      // The recipient of a message may report its sender, even after a block.
      verdicts: only("counterpart", "NOT_FOUND"),
      staff: all("NOT_FOUND"),
      beside: {
        // The answer does not reveal whether the link names a photo of the member.
        photoLink: { thing: "photo link", verdicts: all("nothing") },
        messageIds: { thing: "message", verdicts: only("own", "NOT_FOUND") },
      },
    },
    body: z
      .strictObject({
        memberId: id(),
        reason: z.enum(REPORT_REASONS, { error: fieldTexts.reportReasonRequired }),
        /** The report in the member's words. Required for the reason `other`, dropped for others. */
        details: freeText(REPORT_DETAILS_MAX, {
          required: fieldTexts.reportDetailsRequired,
          tooLong: fieldTexts.reportDetailsTooLong,
        }).optional(),
        /** The link of the reported photo. */
        photoLink: z.string().max(PHOTO_LINK_MAX).optional(),
        /** The reported messages, received by the caller from the member. */
        messageIds: z.array(id()).min(1).max(REPORT_MESSAGES_MAX).optional(),
      })
      .refine(({ reason, details }) => reason !== "other" || details !== undefined, {
        path: ["details"],
        error: fieldTexts.reportDetailsRequired,
      }),
    answers: z.strictObject({}),
    errors: ["NOT_FOUND", "RATE_LIMIT_EXCEEDED"],
    summary:
      "Reports a member to the staff; all open reports about one member are one case, and nobody learns who reported.",
  }),
  measures: call({
    ...quietMemberCall,
    method: "GET",
    path: "/measures",
    isRare: true,
    isOpenBeforeAge: true,
    answers: z.strictObject({ measures: z.array(Measure) }),
    summary: `What the staff did to the caller, the latest ${MEASURES_MAX} first.`,
  }),
  appeal: call({
    ...quietMemberCall,
    method: "POST",
    isRare: true,
    path: "/measures/:id/appeal",
    isOpenBeforeAge: true,
    names: { thing: "measure", verdicts: only("own", "NOT_FOUND"), staff: { own: "NOT_FOUND" }, isUsedUp: true },
    params: z.strictObject({ id: id() }),
    body: z.strictObject({ text }),
    answers: z.strictObject({ measure: Measure }),
    errors: ["NOT_FOUND", "APPEAL_USED", "RATE_LIMIT_EXCEEDED"],
    summary: "Asks the staff, once, to look again at a measure; another of the staff decides where there are two.",
  }),
  readMeasure: call({
    ...linkCall,
    isRare: true,
    path: "/appeals/measure",
    names: namesAppeal,
    body: z.strictObject({ token: MailToken }),
    answers: z.strictObject({ measure: Measure }),
    errors: ["RESET_LINK_INVALID", "RATE_LIMIT_EXCEEDED"],
    summary: "The measure that a mail was about, for a member who may not sign in.",
  }),
  appealByToken: call({
    ...linkCall,
    isRare: true,
    path: "/appeals",
    names: { ...namesAppeal, isUsedUp: true },
    body: z.strictObject({ token: MailToken, text }),
    answers: z.strictObject({ measure: Measure }),
    errors: ["RESET_LINK_INVALID", "APPEAL_USED", "RATE_LIMIT_EXCEEDED"],
    summary: "The same appeal by the secret of the mail, for a member who may not sign in.",
  }),
};
