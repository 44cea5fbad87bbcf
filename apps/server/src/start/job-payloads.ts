import type { JobName } from "@caramelo/contract/texts/jobs";
import * as z from "zod";

const Id = z.object({ id: z.uuid() });
const Member = z.object({ memberId: z.uuid() });
const Due = z.object({ memberId: z.uuid(), dueAt: z.coerce.date() });
const Address = z.object({ email: z.string() });
const Push = z.object({ id: z.uuid(), endpoint: z.string() });

/** What the payloads of jobs hold. A job that is not listed has none. */
export const jobPayloads = {
  "begin-delayed-erasure": Due,
  "ban-photo": z.object({ fileName: z.string(), memberId: z.uuid() }),
  "invite-available": Id,
  "mail-day": Id,
  "make-export": Id,
  "mail-notifications": Id,
  "plan-external-notifications": Id,
  "push-invitation": Push,
  "push-one": Push,
  "record-erasure": Member,
  "review-warned-messages": Member,
  "run-availability": z.object({ _cron: z.object({ ts: z.iso.datetime({ offset: true }) }) }),
  "send-account-mail": Id,
  "send-alarm-mail": Id,
  "send-confirmation": Address,
  "send-delayed-email-change": Due,
  "send-email-change": z.object({
    memberId: z.uuid(),
    sessionId: z.uuid().optional(),
    email: z.string(),
    isProven: z.boolean().optional(),
  }),
  "send-invitation": Id,
  "send-mail": Id,
  "send-notice-mail": Id,
  "send-recovery": Address,
  "send-refund": z.object({ orderId: z.uuid(), returnId: z.string() }),
  "send-sandbox-webhook": z.object({ paymentId: z.string() }),
  "send-sign-in-alert": z.object({ memberId: z.uuid(), device: z.string() }),
  "send-sign-up-mail": z.object({ memberId: z.uuid(), email: z.string() }),
  "settle-order": Id,
  "settle-payment": z.object({ provider: z.string(), paymentId: z.string() }),
} as const satisfies Partial<Record<JobName, z.ZodObject>>;
