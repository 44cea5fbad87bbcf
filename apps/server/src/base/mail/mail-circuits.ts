import type { MailClass } from "@caramelo/contract/mail/purposes";
import { type Circuit, openCircuit } from "../../platform/concurrency/circuit.ts";
import { isMailRefusal } from "../../platform/delivery/mailer.ts";
import type { Clock } from "../../platform/time/clock.ts";

/**
 * Opens one circuit for each class of mails. Each learns only from its own mails, because a server that hangs on the
 * mails to one mailbox may take all others.
 */
export function openMailCircuits(clock: Clock): Record<MailClass, Circuit> {
  const open = (waitMaxMs: number) => openCircuit({ clock, waitMaxMs, isAnswer: isMailRefusal });
  // The longest wait of a class before the mail server is tried again. Mails about accounts are tried first.
  return { account: open(4_000), alarm: open(60_000), notice: open(300_000) };
}
