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

/** How many things notices may hide by themselves within the hour, whoever sent them; above it the staff is told. */
const hidingBrake = perSite("noticeHides", { taken: "handler" });

const Status = z.enum(["pending", "accepted", "refused"]);

/** What the address of a notice names of ours: a photo, one that is not there any more, a profile, or nothing. */
const Named = z.enum(["photo", "gone photo", "profile", "nothing"]);

/** What accepting a notice does: takes the named photo away, suspends the member, or nothing more than was done before. */
const NoticeMeasure = z.enum(["photo", "suspension", "none"]);

const Notice = z.strictObject({
  id: z.uuid(),
  /** What the sender quotes when they ask. */
  number: z.string(),
  kind: Kind,
  status: Status,
  address: z.string(),
  words: z.string(),
  senderName: z.string(),
  senderEmail: z.string(),
  receivedAt: instant(),
  /** Within 24 hours of its receipt it must be decided. */
  dueAt: instant(),
  decidedAt: instant().nullable(),
  decidedBy: z.string().nullable(),
  answer: z.string().nullable(),
  /** What the address names: a member, perhaps one photo of theirs, and the case about them. */
  member: z.strictObject({ id: z.uuid(), name: z.string(), email: z.string() }).nullable(),
  photoUrl: z.string().nullable(),
  named: Named,
  caseId: z.uuid().nullable(),
  /** What it names is hidden by it, before anybody has looked. */
  hasHidden: z.boolean(),
  /** What is known of the sender: the mailbox was confirmed, a member sent it, or nothing. */
  sender: z.enum(["confirmed", "member", "unknown"]),
  /** It came above a brake of the hour, and so hid nothing. */
  isBraked: z.boolean(),
  /** What the member wrote who was told of the hide. */
  reply: z.strictObject({ text: z.string(), at: instant() }).nullable(),
});

export const notices = {
  sendNotice: call({
    method: "POST",
    path: "/notices",
    access: "public",
    limit: [
      perOwner("notices"),
      // A member in a session needs no mailbox to be known, so strangers who name theirs silence nobody.
      perEmailMailbox("noticeMailbox", { taken: "handler" }),
      perSite("noticesEverywhere", { taken: "handler" }),
      hidingBrake,
    ],
    changes: { named: "self", events: ["notifications"] },
    offline: "no",
    names: "nothing",
    body: z.strictObject({
      kind: Kind,
      /** Where the content is: the address of a profile or of a photo, or words that describe the place. */
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
      /** What the sender quotes when they ask. */
      number: z.string(),
      dueAt: instant(),
      /** What was sent to the named mailbox: a link that confirms it, a receipt, or nothing while a brake of the hour holds. */
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
      /** Without it, what the notice names is taken away, and nothing else. */
      measure: NoticeMeasure.optional(),
      /** The reason as the member reads it. Without one they read the usual words for the kind of notice. */
      reason: staffWords.optional(),
      days: SuspensionDays.optional(),
    }),
    answers: z.strictObject({}),
    errors: ["NOT_FOUND", "RATE_LIMIT_EXCEEDED"],
    summary:
      "Decides a notice and answers its sender: accepted, what it names is taken away, or the member suspended; refused, what it hid is shown again.",
  }),
};
