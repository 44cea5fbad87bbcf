import type { MailClass } from "@caramelo/contract/mail/purposes";
import { type Circuit, openCircuit } from "../../platform/concurrency/circuit.ts";
import { isMailRefusal } from "../../platform/delivery/mailer.ts";
import type { Clock } from "../../platform/time/clock.ts";

/** How long mails of a class wait at most before the mail server is asked again. Mails about accounts ask first. */
const WAITS_MAX_MS: Record<MailClass, number> = { account: 4_000, alarm: 60_000, notice: 300_000 };

/**
 * The circuits of this process to the mail server. Each class learns from its own mails only: a server that hangs on those
 * to one mailbox may take all others.
 */
export function openMailCircuits(clock: Clock): Record<MailClass, Circuit> {
  const open = (waitMaxMs: number) => openCircuit({ clock, waitMaxMs, isAnswer: isMailRefusal });
  return {
    account: open(WAITS_MAX_MS.account),
    alarm: open(WAITS_MAX_MS.alarm),
    notice: open(WAITS_MAX_MS.notice),
  };
}
