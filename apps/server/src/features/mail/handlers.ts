import { contract } from "@caramelo/contract/contract";
import { MAIL_PAGE } from "@caramelo/contract/limits";
import { addAuditEntry } from "../../base/audit/queries.ts";
import { handle } from "../../platform/handle.ts";
import { fail } from "../../platform/http/failure.ts";
import { findAccountByEmail } from "../accounts/queries/accounts.ts";
import { findMailText, listMails } from "./queries.ts";
import { stateOf } from "./rules.ts";

export const list = handle(contract.mail.list, async ({ query, db, mailer, pageCursors }) => {
  const rows = await listMails(db, pageCursors.read(query.before), MAIL_PAGE + 1);
  const { page, next } = pageCursors.cut(rows, MAIL_PAGE);
  return {
    mails: page.map(({ id, recipient: to, subject, at, ...facts }) => {
      return { id, to, subject, at, state: stateOf(facts, mailer.isSending) };
    }),
    next,
    isSending: mailer.isSending,
  };
});

/** Reads a mail. A mail may contain a link that opens an account, so each reading is recorded in the audit log. */
export const read = handle(contract.mail.read, async ({ params, me, db, clock, mailer }) =>
  db.transaction().execute(async (trx) => {
    const mail = (await findMailText(trx, params.id)) ?? fail("NOT_FOUND");
    const addressee = await findAccountByEmail(trx, mail.recipient);
    const entry = {
      at: clock.now(),
      actorId: me.id,
      action: "mail.read",
      subjectId: addressee?.id ?? null,
      details: { mail: params.id, kind: mail.kind },
    };
    await addAuditEntry(trx, entry);
    // The text is withheld where mails are sent, because a reader could follow a link before its owner does. Where no
    // mail is sent there is no other way to read it.
    return { text: mailer.isSending ? null : mail.bodyText };
  }),
);
