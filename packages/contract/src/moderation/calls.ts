import * as z from "zod";
import { call, id, instant } from "../call/call.ts";
import { fieldTexts } from "../call/errors.ts";
import { ordinary, perAddress } from "../call/limit-policy.ts";
import { only } from "../call/names.ts";
import { freeText } from "../call/text.ts";
import { APPEAL_MAX, MEASURES_MAX } from "../limits.ts";
import { MEASURE_KINDS } from "../texts/moderation.ts";

/** The secret of a mail about a measure. */
export const MailToken = z
  .string()
  .length(43, { error: fieldTexts.invalid })
  .regex(/^[\w-]{43}$/, { error: fieldTexts.invalid });
const text = freeText(APPEAL_MAX, { required: fieldTexts.appealRequired, tooLong: fieldTexts.appealTooLong });

/** What the team did, as its member reads it. Nobody of the team is named. */
export const Measure = z.strictObject({
  id: z.uuid(),
  kind: z.enum(MEASURE_KINDS),
  reason: z.string(),
  takenAt: instant(),
  /** The end of a suspension; null for one without an end and for everything else. */
  until: instant().nullable(),
  /** When it was lifted or ran out. */
  endedAt: instant().nullable(),
  /** What the member wrote against it, and what the team decided. */
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

/** How many days a suspension lasts. Without a number it has no end. */
export const SuspensionDays = z.int().min(1).max(365);

export const memberModeration = {
  measures: call({
    method: "GET",
    path: "/measures",
    access: "member",
    isOpenBeforeAge: true,
    limit: ordinary,
    changes: "none",
    offline: "no",
    names: "nothing",
    answers: z.strictObject({ measures: z.array(Measure) }),
    errors: ["RATE_LIMIT_EXCEEDED"],
    summary: `What the team did to the caller, the latest ${MEASURES_MAX} first.`,
  }),
  appeal: call({
    method: "POST",
    path: "/measures/:id/appeal",
    access: "member",
    isOpenBeforeAge: true,
    limit: ordinary,
    changes: "none",
    offline: "no",
    names: { thing: "measure", verdicts: only("own", "NOT_FOUND"), staff: { own: "NOT_FOUND" }, isUsedUp: true },
    params: z.strictObject({ id: id() }),
    body: z.strictObject({ text }),
    answers: z.strictObject({ measure: Measure }),
    errors: ["NOT_FOUND", "APPEAL_USED", "RATE_LIMIT_EXCEEDED"],
    summary: "Asks the team, once, to look again at a measure; another admin decides where there are two.",
  }),
  readMeasure: call({
    method: "POST",
    path: "/appeals/measure",
    access: "public",
    limit: perAddress("links"),
    changes: "none",
    offline: "no",
    names: { thing: "appeal token", verdicts: only("own", "RESET_LINK_INVALID"), staff: { own: "RESET_LINK_INVALID" } },
    body: z.strictObject({ token: MailToken }),
    answers: z.strictObject({ measure: Measure }),
    errors: ["RESET_LINK_INVALID", "RATE_LIMIT_EXCEEDED"],
    summary: "The measure that a mail was about, for a member who may not sign in.",
  }),
  appealByToken: call({
    method: "POST",
    path: "/appeals",
    access: "public",
    limit: perAddress("links"),
    changes: "none",
    offline: "no",
    names: {
      thing: "appeal token",
      verdicts: only("own", "RESET_LINK_INVALID"),
      staff: { own: "RESET_LINK_INVALID" },
      isUsedUp: true,
    },
    body: z.strictObject({ token: MailToken, text }),
    answers: z.strictObject({ measure: Measure }),
    errors: ["RESET_LINK_INVALID", "APPEAL_USED", "RATE_LIMIT_EXCEEDED"],
    summary: "The same appeal by the secret of the mail, for a member who may not sign in.",
  }),
};
