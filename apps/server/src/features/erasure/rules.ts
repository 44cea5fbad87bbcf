import { longDayText } from "@caramelo/contract/formats/moments";
import { periods } from "@caramelo/contract/personal-data/periods";
import * as z from "zod";
import { writeMail } from "../../base/mail/text-rules.ts";
import type { ErasureEntry } from "../../platform/storage/erasure-list.ts";

const DAY_MS = 86_400_000;
const REMIND_BEFORE_MS = 3 * DAY_MS;
/** The reminder goes within this time, and leaves days to sign in. */
const REPEATED_REGRET_MS = 7 * DAY_MS;
/** No request takes this long, so by then everything that was under way when an erasure began has been written. */
const SECOND_WALK_MS = 3_600_000;

/** When an erasure begins that is asked for now. */
export const eraseOn = (now: Date): Date => new Date(now.getTime() + periods.erasureRegret.days * DAY_MS);

/** An erasure that begins before this moment is reminded of. */
export const remindedUntil = (now: Date): Date => new Date(now.getTime() + REMIND_BEFORE_MS);

/** The steps are walked once more for those who were erased before this moment. */
export const walkedBefore = (now: Date): Date => new Date(now.getTime() - SECOND_WALK_MS);

/**
 * Whether a database of a moment may not know what the list says. Of requests and regrets it knows the older ones and what
 * became of them, which the list need not say; what has begun is never taken back.
 */
export const isNewsSince = ({ what, at }: Pick<ErasureEntry, "what" | "at">, since: Date): boolean =>
  what === "begun" || Date.parse(at) >= since.getTime();

/** An erasure of a frozen account that begins before the first moment is delayed to the second one, once a day. */
export const frozenDelay = (now: Date) => ({
  before: new Date(now.getTime() + REPEATED_REGRET_MS),
  to: new Date(now.getTime() + REPEATED_REGRET_MS + DAY_MS),
});

/** No erasure that waits in a database begins before this, when the database is restored now. */
export const repeatedFrom = (now: Date): Date => new Date(now.getTime() + REPEATED_REGRET_MS);

/** @throws with a sentence for the operator, if it is no moment with its zone */
export function readMoment(text: string | undefined): Date {
  const moment = z.iso.datetime({ offset: true }).safeParse(text);
  if (!moment.success)
    throw new Error(
      "Say of which moment the restored database is: npm run erasures -- --since 2026-11-20T03:00:00Z. Requests and regrets of before stand in it as they were last.",
    );
  return new Date(moment.data);
}

type Request = { endsAt: Date; begunAt: Date | null };

/** Whether an erasure can still be taken back. */
export const mayTakeBack = ({ endsAt, begunAt }: Request, now: Date): boolean =>
  begunAt === null && now.getTime() < endsAt.getTime();

type ErasureMail = "erasure-requested" | "erasure-reminder";

/** A mail about an erasure that waits. It leads to the sign-in, behind which the erasure can be taken back. */
export const erasureMail = (kind: ErasureMail, endsAt: Date, origin: string) =>
  writeMail(kind, { url: `${origin}/login`, values: { dia: longDayText(endsAt) } });

type Standing = { isActive: boolean; hiddenAt: Date | null };

/** The mail about an erasure that was taken back, by whether others see the profile now. */
export const takenBackMail = ({ isActive, hiddenAt }: Standing) =>
  writeMail(isActive && hiddenAt === null ? "erasure-taken-back-shown" : "erasure-taken-back");
