import { DATA_ALARM_DAYS, DATA_REQUEST_DAYS } from "@caramelo/contract/limits";
import { periods, periodText } from "@caramelo/contract/personal-data/periods";
import { quotedNumber } from "../../base/mail/rules.ts";
import { writeMail } from "../../base/mail/text-rules.ts";

const DAY_MS = 86_400_000;
const days = String(DATA_REQUEST_DAYS);

/** When a request must be answered at the latest, in days from its receipt, whenever its mailbox is confirmed. */
export const dataRequestDueAt = (receivedAt: Date): Date => new Date(receivedAt.getTime() + DATA_REQUEST_DAYS * DAY_MS);

/** Requests that are due before this moment are nearly overdue, or are overdue. */
export const alarmBefore = (now: Date): Date => new Date(now.getTime() + DATA_ALARM_DAYS * DAY_MS);

/** Links of requests from before this moment have expired. */
export const unconfirmedBefore = (now: Date): Date =>
  new Date(now.getTime() - periods.unconfirmedDataRequests.days * DAY_MS);

type Addressed = { email: string; answeredAt: Date | null };

/** The address of the account, to which the answer goes, if a waiting request has another one; else null. */
export const changedEmailOf = ({ email, answeredAt }: Addressed, accountEmail: string | null): string | null =>
  answeredAt === null && accountEmail !== email ? accountEmail : null;

/** The mail to a member who sent a request. It repeats nothing of it. */
export const dataRequestReceivedMail = (id: string) =>
  writeMail("data-request-received", { values: { dias: days, numero: quotedNumber(id) } });

/**
 * The mail with the link that confirms the mailbox of a request. It repeats nothing of it, because anybody may have
 * typed the address.
 */
export function dataRequestConfirmationMail(id: string, origin: string, token: string) {
  const url = `${origin}/confirmar-pedido#${token}`;
  const validade = periodText(periods.unconfirmedDataRequests);
  return writeMail("data-request-confirmation", { url, values: { dias: days, validade, numero: quotedNumber(id) } });
}

export const dataRequestAnsweredMail = (id: string, answer: string) =>
  writeMail("data-request-answered", { values: { resposta: answer, numero: quotedNumber(id) } });

/** The mail that reminds staff of requests that are nearly due. It names nobody. */
export const dataRequestsDueMail = (count: number, origin: string) =>
  writeMail("data-requests-due", {
    url: `${origin}/admin/pedidos-de-dados`,
    values: { total: String(count), dias: days },
  });
