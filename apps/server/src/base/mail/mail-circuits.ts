import type { MailClass } from "@caramelo/contract/mail/purposes";
import { type Circuit, openCircuit } from "../../platform/concurrency/circuit.ts";
import { isMailRefusal } from "../../platform/delivery/mailer.ts";
import type { Clock } from "../../platform/time/clock.ts";

/** Each class learns from its own mails only: a server that hangs on those to one mailbox may take all others. */
export function openMailCircuits(clock: Clock): Record<MailClass, Circuit> {
  const open = (waitMaxMs: number) => openCircuit({ clock, waitMaxMs, isAnswer: isMailRefusal });
  // How long mails of a class wait at most before the mail server is asked again. Mails about accounts ask first.
  return { account: open(4_000), alarm: open(60_000), notice: open(300_000) };
}
