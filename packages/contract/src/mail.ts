import * as z from "zod";
import { call, id, instant } from "./call.ts";
import { MAIL_PAGE } from "./limits.ts";
import { before } from "./page.ts";

export const mail = {
  list: call({
    method: "GET",
    path: "/admin/mails",
    access: "admin",
    query: z.strictObject({ before }),
    answers: z.strictObject({
      mails: z.array(
        z.strictObject({
          id: z.uuid(),
          to: z.string(),
          subject: z.string(),
          at: instant(),
          /** `kept`: there is no mail server, so it can be read here alone. */
          state: z.enum(["kept", "waiting", "sent", "failed"]),
        }),
      ),
      next: z.string().nullable(),
      /** There is a mail server: mails leave, and nobody reads their words here. */
      isSending: z.boolean(),
    }),
    errors: [],
    summary: `The mails of the product, the latest first, ${MAIL_PAGE} a page.`,
  }),
  read: call({
    method: "GET",
    path: "/admin/mails/:id",
    access: "admin",
    params: z.strictObject({ id: id() }),
    answers: z.strictObject({
      /** null where there is a mail server, also while the mail waits: it may hold a link that opens an account. */
      text: z.string().nullable(),
    }),
    errors: ["NOT_FOUND"],
    summary: "The words of a mail that is only kept, as plain text; the reading is in the audit log.",
  }),
};
