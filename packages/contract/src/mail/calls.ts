import * as z from "zod";
import { call, id, instant } from "../call/call.ts";
import { before, officeCall, quietOfficeCall } from "../call/common-calls.ts";
import { MAIL_PAGE } from "../limits.ts";

export const mail = {
  list: call({
    ...quietOfficeCall,
    method: "GET",
    path: "/admin/mails",
    permission: "readMails",
    query: z.strictObject({ before }),
    answers: z.strictObject({
      mails: z.array(
        z.strictObject({
          id: z.uuid(),
          to: z.string(),
          subject: z.string(),
          at: instant(),
          /** `kept`: without a mail server a mail can be read only here. */
          state: z.enum(["kept", "waiting", "sent", "failed"]),
        }),
      ),
      next: z.string().nullable(),
      /** Whether there is a mail server. If so, mails are sent and their text cannot be read here. */
      isSending: z.boolean(),
    }),
    summary: `The mails of the product, the latest first, ${MAIL_PAGE} a page.`,
  }),
  read: call({
    ...officeCall,
    method: "GET",
    path: "/admin/mails/:id",
    permission: "readMails",
    changes: "none",
    names: { thing: "mail", verdicts: { own: "ok", counterpart: "ok", stranger: "ok", missing: "NOT_FOUND" } },
    params: z.strictObject({ id: id() }),
    answers: z.strictObject({
      /** null with a mail server, even while the mail waits: it may contain a link that opens an account. */
      text: z.string().nullable(),
    }),
    errors: ["NOT_FOUND", "RATE_LIMIT_EXCEEDED"],
    summary: "The words of a mail that is only kept, as plain text; the reading is in the audit log.",
  }),
};
