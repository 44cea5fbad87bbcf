import * as z from "zod";
import { Email, PersonName } from "../accounts/account.ts";
import { call, id, instant, wireInt } from "../call/call.ts";
import { officeCall, quietOfficeCall } from "../call/common-calls.ts";
import { fieldTexts } from "../call/errors.ts";
import { perAddress, perEmailMailbox, perOwner, perSite } from "../call/limit-policy.ts";
import { ofMembers, only } from "../call/names.ts";
import { freeText, lineText, staffWords } from "../call/text.ts";
import { CASE_PAGE, CASE_PAGES_MAX, NOTICE_ADDRESS_MAX, NOTICE_WORDS_MAX } from "../limits.ts";
import { NOTICE_KINDS } from "../texts/moderation.ts";
import { MailToken, SuspensionDays } from "./calls.ts";

const Kind = z.enum(NOTICE_KINDS, { error: fieldTexts.noticeKindRequired });

/**
 * How many photos and profiles notices may hide by themselves within an hour, from all senders together. Beyond that,
 * the staff gets an alarm instead.
 */
const hidingBrake = perSite("noticeHides", { taken: "handler" });

const Status = z.enum(["pending", "accepted", "refused"]);

/** What the address in a notice refers to: a photo, a photo that is gone, a profile, or nothing. */
const Named = z.enum(["photo", "gone photo", "profile", "nothing"]);

/**
 * What accepting a notice does: removes the named photo, suspends the member, or nothing beyond what has already been
 * done.
 */
const NoticeMeasure = z.enum(["photo", "suspension", "none"]);

const Notice = z.strictObject({
  id: z.uuid(),
  /** The number that the sender quotes when asking about the notice. */
  number: z.string(),
  kind: Kind,
  status: Status,
  address: z.string(),
  words: z.string(),
  senderName: z.string(),
  senderEmail: z.string(),
  receivedAt: instant(),
  /** When the notice must be decided: 24 hours after its receipt. */
  dueAt: instant(),
  decidedAt: instant().nullable(),
  decidedBy: z.string().nullable(),
  answer: z.string().nullable(),
  /** The member to whom the address leads; null when it leads to none. */
  member: z.strictObject({ id: z.uuid(), name: z.string(), email: z.string() }).nullable(),
  photoUrl: z.string().nullable(),
  named: Named,
  caseId: z.uuid().nullable(),
  /** Whether the notice has hidden the named content before anybody looked at it. */
  hasHidden: z.boolean(),
  /** What is known of the sender: their mailbox was confirmed, they are a member, or nothing. */
  sender: z.enum(["confirmed", "member", "unknown"]),
  /** Whether the notice hid nothing, because too many had arrived within the hour. */
  isBraked: z.boolean(),
  /** The answer of the member who was told that their content is hidden. */
  reply: z.strictObject({ text: z.string(), at: instant() }).nullable(),
});

export const notices = {
  sendNotice: call({
    method: "POST",
    path: "/notices",
    access: "public",
    limit: [
      perOwner("notices"),
      // Members with a session are not counted, so strangers who write the e-mail address of a member in their notices
      // cannot block that member.
      perEmailMailbox("noticeMailbox", { taken: "handler" }),
      perSite("noticesEverywhere", { taken: "handler" }),
      hidingBrake,
    ],
    changes: { named: "self", events: ["notifications"] },
    offline: "no",
    names: "nothing",
    body: z.strictObject({
      kind: Kind,
      /** Where the content is: the address of a profile or of a photo, or a description of the place. */
      address: lineText(NOTICE_ADDRESS_MAX, {
        required: fieldTexts.noticeAddressRequired,
        tooLong: fieldTexts.noticeAddressTooLong,
      }),
      words: freeText(NOTICE_WORDS_MAX, {
        required: fieldTexts.noticeWordsRequired,
        tooLong: fieldTexts.noticeWordsTooLong,
      }),
      name: PersonName,
      email: Email,
    }),
    answers: z.strictObject({
      /** The number that the sender quotes when asking about the notice. */
      number: z.string(),
      dueAt: instant(),
      /**
       * What was mailed to the named mailbox: a link that confirms it, a receipt, or nothing while a limit of the hour
       * is reached.
       */
      mail: z.enum(["link", "receipt", "none"]),
    }),
    errors: ["RATE_LIMIT_EXCEEDED"],
    summary:
      "A notice of intimate pictures or of the safety of minors, by anybody. It hides one photo at once where a member sent it or a second unrelated one names it, and else what it names once its mailbox is confirmed.",
  }),
  confirmNotice: call({
    method: "POST",
    path: "/notices/confirmation",
    access: "public",
    limit: [perAddress("links"), hidingBrake],
    changes: { named: "self", events: ["notifications"] },
    offline: "no",
    names: {
      thing: "notice token",
      verdicts: only("own", "CONFIRMATION_LINK_INVALID"),
      staff: { own: "CONFIRMATION_LINK_INVALID" },
      isUsedUp: true,
    },
    body: z.strictObject({ token: MailToken }),
    answers: z.strictObject({ number: z.string(), dueAt: instant() }),
    errors: ["CONFIRMATION_LINK_INVALID", "RATE_LIMIT_EXCEEDED"],
    summary:
      "Confirms the mailbox of a notice that waits, once, by the secret of its mail; what it names is hidden now.",
  }),
  staffNotices: call({
    ...quietOfficeCall,
    method: "GET",
    path: "/admin/notices",
    permission: "reviewNotices",
    query: z.strictObject({
      status: z.enum(["pending", "decided"]).optional(),
      page: wireInt(1, CASE_PAGES_MAX).optional(),
    }),
    answers: z.strictObject({ notices: z.array(Notice), count: z.int() }),
    summary: `Notices, ${CASE_PAGE} a page: those that wait with what is grave and still in sight first, of which the ones of known senders before the others, and then by their deadline, or the decided ones with the latest first.`,
  }),
  decideNotice: call({
    ...officeCall,
    method: "PUT",
    path: "/admin/notices/:id",
    permission: "reviewNotices",
    changes: { named: "self", events: ["notifications"] },
    names: { thing: "notice", verdicts: ofMembers(), isUsedUp: true },
    params: z.strictObject({ id: id() }),
    body: z.strictObject({
      isAccepted: z.boolean(),
      answer: staffWords,
      /** The measure to take. Without it only the content that the notice names is taken away. */
      measure: NoticeMeasure.optional(),
      /** The reason for the member. Without it they read the usual words for the kind of notice. */
      reason: staffWords.optional(),
      days: SuspensionDays.optional(),
    }),
    answers: z.strictObject({}),
    errors: ["NOT_FOUND", "RATE_LIMIT_EXCEEDED"],
    summary:
      "Decides a notice and answers its sender: accepted, what it names is taken away, or the member suspended; refused, what it hid is shown again.",
  }),
};
