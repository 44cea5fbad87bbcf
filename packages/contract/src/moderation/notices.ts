import * as z from "zod";
import { Email, NamedMember, PersonName } from "../accounts/account.ts";
import { call, id, instant, wireInt } from "../call/call.ts";
import { officeCall, quietOfficeCall } from "../call/common-calls.ts";
import { fieldTexts } from "../call/errors.ts";
import { perAddress, perEmailMailbox, perOwner, perSite } from "../call/limit-policy.ts";
import { ofMembers, only } from "../call/names.ts";
import { freeText, lineText, staffWords } from "../call/text.ts";
import { CASE_PAGE, CASE_PAGES_MAX, NOTICE_ADDRESS_MAX, NOTICE_WORDS_MAX } from "../limits.ts";
import { NOTICE_KINDS } from "../texts/moderation.ts";
import { hidingBrake, MailToken, SuspensionDays } from "./calls.ts";

const Kind = z.enum(NOTICE_KINDS, { error: fieldTexts.noticeKindRequired });

const Status = z.enum(["pending", "accepted", "refused"]);

/** What the address in a notice refers to: a stored photo, a deleted photo, a profile, or none of our members. */
const Named = z.enum(["photo", "gone photo", "profile", "nothing"]);

/**
 * The measure of an accepted notice: the named photo is removed, the member is suspended, or none. Content hidden
 * automatically by the notice is restored unless something else hides it.
 */
const NoticeMeasure = z.enum(["photo", "suspension", "none"]);

const Notice = z.strictObject({
  id: z.uuid(),
  /** The reference number for the sender. */
  number: z.string(),
  kind: Kind,
  status: Status,
  address: z.string(),
  words: z.string(),
  senderName: z.string(),
  senderEmail: z.string(),
  receivedAt: instant(),
  /** The deadline for the decision: 24 hours after receipt. */
  dueAt: instant(),
  decidedAt: instant().nullable(),
  decidedBy: z.string().nullable(),
  answer: z.string().nullable(),
  /** The member named by the address. */
  member: NamedMember.nullable(),
  /** The photo named by the address. */
  photoUrl: z.string().nullable(),
  named: Named,
  /** The latest case about the member. */
  caseId: z.uuid().nullable(),
  /** Whether the notice hides the named content until it is decided. */
  hasHidden: z.boolean(),
  /** What is known about the sender: a confirmed mailbox, a member, or nothing. */
  sender: z.enum(["confirmed", "member", "unknown"]),
  /**
   * Whether the notice hid nothing because an hourly limit was reached: of strangers' notices, or of content hidden by
   * notices.
   */
  isBraked: z.boolean(),
  /** The answer of the member whose content is hidden. */
  reply: z.strictObject({ text: z.string(), at: instant() }).nullable(),
});

export const notices = {
  sendNotice: call({
    method: "POST",
    path: "/notices",
    isRare: true,
    access: "public",
    limit: [
      perOwner("notices"),
      // Neither counts notices sent by a member in a session, or confirmed ones.
      perEmailMailbox("noticeMailbox", { taken: "mail" }),
      perSite("noticesEverywhere", { taken: "mail" }),
      hidingBrake,
    ],
    changes: { named: "self", events: ["notifications"] },
    offline: "no",
    names: "nothing",
    body: z.strictObject({
      kind: Kind,
      /** Where the content is: the address of a profile or photo, or a description. */
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
      /** The reference number for the sender. */
      number: z.string(),
      dueAt: instant(),
      /**
       * The mail sent to the named mailbox: a confirmation link, or a receipt. `later`: the mail is queued, because
       * strangers send many notices or name the mailbox often.
       */
      mail: z.enum(["link", "receipt", "later"]),
    }),
    errors: ["RATE_LIMIT_EXCEEDED"],
    summary:
      "A notice of intimate pictures or of the safety of minors, by anybody. It hides one photo at once where a member sent it or a second unrelated one names it, and else what it names once its mailbox is confirmed.",
  }),
  confirmNotice: call({
    method: "POST",
    path: "/notices/confirmation",
    isRare: true,
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
      "Confirms the mailbox of a notice that waits, once, by the secret of its mail; what it names may be hidden now.",
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
      /**
       * The measure of an accepted notice. By default a named photo is removed, the member of a named profile is
       * suspended, and otherwise nothing happens.
       */
      measure: NoticeMeasure.optional(),
      /** The reason for the member. By default the usual words for the kind of notice. */
      reason: staffWords.optional(),
      days: SuspensionDays.optional(),
    }),
    answers: z.strictObject({}),
    errors: ["NOT_FOUND", "ACCOUNT_ERASED", "RATE_LIMIT_EXCEEDED"],
    summary:
      "Decides a notice and answers its sender: accepted, what it names is taken away, or the member suspended; refused, what it hid is shown again.",
  }),
};
