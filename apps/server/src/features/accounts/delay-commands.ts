import { momentText } from "@caramelo/contract/formats/moments";
import { getEmail } from "../../base/members/member-queries.ts";
import { findProof } from "../../base/sessions/queries.ts";
import type { Context } from "../../platform/context.ts";
import { addJob, type JobName } from "../../platform/database/jobs.ts";
import type { Me } from "../../platform/http/caller.ts";
import { addLinkMail } from "./add-link-mail.ts";
import {
  addDelayedRequest,
  cancelDelayedRequests,
  type DelayedKind,
  listDelayedRequests,
} from "./queries/delayed-requests.ts";
import { endOfDelay, isYoung } from "./way-rules.ts";

type Deps = Pick<Context, "db" | "site">;

/** The name of the request in the mail about it. */
const WORDS = {
  erasure: "a exclusão da conta",
  email_change: "a troca do e-mail",
  export: "uma cópia dos seus dados",
} as const;

const TASKS = { erasure: "begin-delayed-erasure", email_change: "send-delayed-email-change" } as const satisfies Record<
  DelayedKind,
  JobName
>;

/** Whether the caller signed in, or last proved who they are, by a recently added way in. */
export async function cameByYoungWay(db: Context["db"], { sessionId }: Me, now: Date): Promise<boolean> {
  return isYoung((await findProof(db, sessionId, now))?.waySince ?? null, now);
}

/** A request that has not begun this long after it was due has lost its job. */
const LOST_AFTER_MS = 3_600_000;

/**
 * Delays a request by a day and mails the member. A second one of the kind changes nothing, unless it is for another
 * address or the job of the first one was lost. Returns when it is due. Lock the member before.
 */
export async function delayRequest(
  { db, site }: Deps,
  {
    memberId,
    kind,
    email = null,
    isProven,
  }: { memberId: string; kind: DelayedKind; email?: string | null; isProven?: boolean },
  now: Date,
): Promise<Date> {
  const earlier = (await listDelayedRequests(db, memberId)).find((request) => request.kind === kind);
  if (earlier?.email === email && earlier.dueAt.getTime() + LOST_AFTER_MS > now.getTime()) return earlier.dueAt;
  const dueAt = endOfDelay(now);
  await cancelDelayedRequests(db, memberId, kind);
  await addDelayedRequest(db, { memberId, kind, email, askedAt: now, dueAt, isProven });
  await addJob(db, TASKS[kind], { memberId, dueAt }, { runAt: dueAt });
  await tellOfDelay({ db, site }, { memberId, what: kind, dueAt }, now);
  return dueAt;
}

/** Mails a member about a request by a recent way in and when it begins, with a link that denies it. */
export async function tellOfDelay(
  { db, site }: Deps,
  { memberId, what, dueAt }: { memberId: string; what: keyof typeof WORDS; dueAt: Date },
  now: Date,
): Promise<void> {
  const values = { pedido: WORDS[what], quando: momentText(dueAt) };
  const alert = { memberId, kind: "sign_in_alert", mail: "request-delayed" } as const;
  await addLinkMail({ db, site }, { ...alert, to: await getEmail(db, memberId), values }, now);
}
