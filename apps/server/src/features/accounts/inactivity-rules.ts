import { INACTIVE_MONTHS } from "@caramelo/contract/limits";
import { writeMail } from "../../base/mail/text-rules.ts";

const DAY = new Intl.DateTimeFormat("pt-BR", { dateStyle: "long", timeZone: "America/Sao_Paulo" });

/** Goes to a member who has not come for a year, some time before the account is deactivated. */
export function inactivityMail(deactivatedOn: Date, origin: string) {
  const values = { meses: String(INACTIVE_MONTHS), dia: DAY.format(deactivatedOn) };
  return writeMail("inactivity-warning", { url: `${origin}/login`, values });
}
