import { longDayText } from "@caramelo/contract/formats/moments";
import { INACTIVE_MONTHS } from "@caramelo/contract/limits";
import { writeMail } from "../../base/mail/text-rules.ts";

/** The mail to a member who has not come for a year, some time before the account is deactivated. */
export function inactivityMail(deactivatedOn: Date, origin: string) {
  const values = { meses: String(INACTIVE_MONTHS), dia: longDayText(deactivatedOn) };
  return writeMail("inactivity-warning", { url: `${origin}/login`, values });
}
