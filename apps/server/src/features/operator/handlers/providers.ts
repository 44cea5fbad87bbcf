import { contract } from "@caramelo/contract/contract";
import { footnoteUrlOf, mailTexts } from "@caramelo/contract/mail/texts";
import { addAuditEntry } from "../../../base/audit/queries.ts";
import { addMail } from "../../../base/mail/queries.ts";
import { composeMail } from "../../../base/mail/rules.ts";
import { fillWords } from "../../../base/mail/text-rules.ts";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/database.ts";
import { handle } from "../../../platform/handle.ts";
import { fail } from "../../../platform/http/failure.ts";
import { getAccount } from "../../accounts/queries/accounts.ts";
import { findLatestFailedMail, findLatestWebhook, readDatabaseVersion } from "../queries.ts";
import { judgeValue, withoutSecrets } from "../rules.ts";

export const testMail = handle(contract.operator.testMail, async ({ body, me, db, clock, mailer, site }) => {
  const { kind, text } = body;
  const error = judgeValue({ group: "mail", name: kind }, text, { isProduction: false });
  if (error !== undefined) fail("VALIDATION_ERROR", { fields: { text: error } });
  const { email: to } = await getAccount(db, me.id);
  const now = clock.now();
  const footnoteUrl = footnoteUrlOf(kind, site.origin);
  const words = fillWords(text, { values: mailTexts[kind].examples, url: `${site.origin}/login`, footnoteUrl });
  await db.transaction().execute(async (trx) => {
    await addMail(trx, to, { kind: `test ${kind}`, ...composeMail(words) }, now);
    const details = { kind };
    await addAuditEntry(trx, { at: now, actorId: me.id, action: "settings.mail-tested", subjectId: null, details });
  });
  return { to, isSending: mailer.isSending };
});

export const providers = handle(contract.operator.providers, async ({ db, siteSettings, site, mailer, payments }) => {
  const { mode, smtpUrl, databaseUrl, pushServices } = siteSettings.environment;
  return {
    isProduction: mode === "production",
    address: site.origin,
    mail: {
      isSending: mailer.isSending,
      server: smtpUrl === undefined ? null : withoutSecrets(smtpUrl),
      from: mailer.from(),
      lastFailedAt: await findLatestFailedMail(db),
    },
    payments: await describePayments(db, payments),
    push: { isOn: siteSettings.inForce().switches.sendsPush, services: [...pushServices] },
    safety: { ageAssurance: site.ageAssurance, requiresFactor: site.requiresFactor },
    database: { isEmbedded: databaseUrl === undefined, version: await readDatabaseVersion(db) },
  };
});

function describePayments(db: Db, { providers: all }: Context["payments"]) {
  return Promise.all(
    all.map(async ({ name, isLive, methods }) => {
      return { name, isLive, methods: [...methods], lastWebhookAt: await findLatestWebhook(db, name) };
    }),
  );
}
