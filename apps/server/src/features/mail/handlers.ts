import { contract } from "@caramelo/contract/contract";
import { MAIL_PAGE } from "@caramelo/contract/limits";
import { handle } from "../../platform/handle.ts";
import { fail } from "../../platform/http/failure.ts";
import { cutPage, readPlace } from "../../platform/page-place.ts";
import { findAccountByEmail } from "../accounts/queries.ts";
import { addAuditEntry } from "../audit/queries.ts";
import { findMailText, listMails } from "./queries.ts";
import { stateOf } from "./rules.ts";

export const list = handle(contract.mail.list, async ({ query, db, mailer }) => {
  const rows = await listMails(db, readPlace(query.before), MAIL_PAGE + 1);
  const { page, next } = cutPage(
    rows.map((row) => ({ ...row, at: row.createdAt })),
    MAIL_PAGE,
  );
  return {
    mails: page.map(({ id, recipient: to, subject, at, ...facts }) => ({
      id,
      to,
      subject,
      at,
      state: stateOf(facts, mailer.isSending),
    })),
    next,
    isSending: mailer.isSending,
  };
});

/** Its words may hold a link that opens an account: each reading leaves a trace, which outlives the mail. */
export const read = handle(contract.mail.read, async ({ params, me, db, clock, mailer }) =>
  db.transaction().execute(async (trx) => {
    const mail = (await findMailText(trx, params.id)) ?? fail("NOT_FOUND");
    const meantFor = await findAccountByEmail(trx, mail.recipient);
    const entry = {
      at: clock.now(),
      actorId: me.id,
      action: "mail.read",
      subjectId: meantFor?.id ?? null,
      details: { mail: params.id, kind: mail.kind },
    };
    await addAuditEntry(trx, entry);
    // Whoever reads a link before its owner does could follow it: only where nothing is mailed must it be read here.
    return { text: mailer.isSending ? null : mail.bodyText };
  }),
);
