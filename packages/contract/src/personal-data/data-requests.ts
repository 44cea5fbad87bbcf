import * as z from "zod";
import { Email, PersonName } from "../accounts/account.ts";
import { call, id, instant, wireInt } from "../call/call.ts";
import { officeCall, quietOfficeCall, quietOpenCall } from "../call/common-calls.ts";
import { fieldTexts } from "../call/errors.ts";
import { perAddress, perEmailMailbox, perOwner, perSite } from "../call/limit-policy.ts";
import { ofMembers, only } from "../call/names.ts";
import { freeText } from "../call/text.ts";
import { CASE_PAGE, CASE_PAGES_MAX, DATA_ANSWER_MAX, DATA_REQUEST_DAYS, DATA_REQUEST_WORDS_MAX } from "../limits.ts";
import { MailToken } from "../moderation/calls.ts";
import { DATA_REQUEST_KINDS } from "../texts/data-requests.ts";

const Kind = z.enum(DATA_REQUEST_KINDS, { error: fieldTexts.dataRequestKindRequired });

const DataRequest = z.strictObject({
  id: z.uuid(),
  /** The reference number for the sender. */
  number: z.string(),
  kind: Kind,
  words: z.string(),
  name: z.string(),
  email: z.string(),
  /**
   * The address of the sending account, if it has changed since: the answer goes there, because the account may have
   * been recovered from an intruder. Null once answered.
   */
  changedEmail: z.string().nullable(),
  receivedAt: instant(),
  dueAt: instant(),
  /** The member with the address of the request. */
  member: z.strictObject({ id: z.uuid(), name: z.string() }).nullable(),
  /** Whether it was sent in the member's session, so that no further proof of identity is needed. */
  isFromSession: z.boolean(),
  answeredAt: instant().nullable(),
  answeredBy: z.string().nullable(),
  answer: z.string().nullable(),
});

const Receipt = z.strictObject({
  /** The reference number for the sender. */
  number: z.string(),
  dueAt: instant(),
});

export const dataRequests = {
  sendDataRequest: call({
    ...quietOpenCall,
    method: "POST",
    path: "/data-requests",
    isRare: true,
    limit: [
      perOwner("dataRequests"),
      // Neither counts requests sent by a member in a session, or confirmed ones.
      perEmailMailbox("dataRequestMailbox", { taken: "mail" }),
      perSite("dataRequestsEverywhere", { taken: "mail" }),
    ],
    body: z.strictObject({
      kind: Kind,
      words: freeText(DATA_REQUEST_WORDS_MAX, {
        required: fieldTexts.dataRequestWordsRequired,
        tooLong: fieldTexts.dataRequestWordsTooLong,
      }),
      name: PersonName,
      /** The address for the answer. A member's request uses the account's address instead. */
      email: Email,
    }),
    answers: Receipt.extend({
      /**
       * The mail that was sent: a link that confirms the mailbox, or a receipt for a member. `later`: the link is
       * queued, because strangers send many requests or name the mailbox often.
       */
      mail: z.enum(["link", "receipt", "later"]),
    }),
    summary: `What anybody asks about their data by the LGPD, answered by mail within ${DATA_REQUEST_DAYS} days. Without a session its mailbox must be confirmed first.`,
  }),
  confirmDataRequest: call({
    ...quietOpenCall,
    method: "POST",
    path: "/data-requests/confirmation",
    isRare: true,
    limit: perAddress("links"),
    names: {
      thing: "data request token",
      verdicts: only("own", "CONFIRMATION_LINK_INVALID"),
      staff: { own: "CONFIRMATION_LINK_INVALID" },
      isUsedUp: true,
    },
    body: z.strictObject({ token: MailToken }),
    answers: Receipt,
    errors: ["CONFIRMATION_LINK_INVALID", "RATE_LIMIT_EXCEEDED"],
    summary: "Confirms the mailbox of a request, once, by the secret of its mail; the staff has it from now on.",
  }),
  staffDataRequests: call({
    ...quietOfficeCall,
    method: "GET",
    path: "/admin/data-requests",
    permission: "answerDataRequests",
    query: z.strictObject({
      status: z.enum(["pending", "decided"]).optional(),
      page: wireInt(1, CASE_PAGES_MAX).optional(),
    }),
    answers: z.strictObject({ requests: z.array(DataRequest), count: z.int() }),
    summary: `Confirmed requests about data, ${CASE_PAGE} a page: those that wait by their due day, or the answered ones, the latest first.`,
  }),
  answerDataRequest: call({
    ...officeCall,
    method: "PUT",
    path: "/admin/data-requests/:id",
    permission: "answerDataRequests",
    changes: "none",
    names: { thing: "data request", verdicts: ofMembers(), isUsedUp: true },
    params: z.strictObject({ id: id() }),
    body: z.strictObject({
      answer: freeText(DATA_ANSWER_MAX, { required: fieldTexts.answerRequired, tooLong: fieldTexts.dataAnswerTooLong }),
    }),
    answers: z.strictObject({}),
    errors: ["NOT_FOUND", "RATE_LIMIT_EXCEEDED"],
    summary: "Answers a request about data by mail, once; an answered one looks missing.",
  }),
};
