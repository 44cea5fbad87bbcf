import { contract } from "@caramelo/contract/contract";
import { MAIL_PAGE } from "@caramelo/contract/limits";
import { handle } from "../../platform/handle.ts";
import { fail } from "../../platform/http/failure.ts";
import { cutPage, readPlace } from "../../platform/page-place.ts";
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

/** Its words may hold a link that opens an account: each reading leaves a trace. */
export const read = handle(contract.mail.read, async ({ params, me, db, clock }) =>
  db.transaction().execute(async (trx) => {
    const mail = (await findMailText(trx, params.id)) ?? fail("NOT_FOUND");
    const entry = {
      at: clock.now(),
      actorId: me.id,
      action: "mail.read",
      subjectId: null,
      details: { mail: params.id },
    };
    await addAuditEntry(trx, entry);
    return { text: mail.bodyText };
  }),
);
