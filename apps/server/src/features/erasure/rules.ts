import { longDayText } from "@caramelo/contract/formats/moments";
import { periods } from "@caramelo/contract/personal-data/periods";
import * as z from "zod";
import { writeMail } from "../../base/mail/text-rules.ts";
import type { ErasureEntry } from "../../platform/storage/erasure-list.ts";

const DAY_MS = 86_400_000;
const REMIND_BEFORE_MS = 3 * DAY_MS;
/**
 * How long a waiting erasure can be cancelled after a restore: the reminder is sent within it, and leaves days to sign
 * in.
 */
const REPEATED_REGRET_MS = 7 * DAY_MS;
/** No request takes this long, so by then everything under way when an erasure began has been written. */
const SECOND_WALK_MS = 3_600_000;

/** When an erasure requested now will start. */
export const eraseOn = (now: Date): Date => new Date(now.getTime() + periods.erasureRegret.days * DAY_MS);

/** Erasures that begin before this moment get a reminder. */
export const remindedUntil = (now: Date): Date => new Date(now.getTime() + REMIND_BEFORE_MS);

/** The steps run once more for members who were erased before this moment. */
export const walkedBefore = (now: Date): Date => new Date(now.getTime() - SECOND_WALK_MS);

/**
 * Whether a backup taken at a moment may lack this entry. It has older requests and cancellations and what became of
 * them, which the list need not say; an erasure that has begun is never cancelled.
 */
export const isNewsSince = ({ what, at }: Pick<ErasureEntry, "what" | "at">, since: Date): boolean =>
  what === "begun" || Date.parse(at) >= since.getTime();

/** An erasure of a frozen account that begins before the first moment is delayed to the second one, once a day. */
export const frozenDelay = (now: Date) => ({
  before: new Date(now.getTime() + REPEATED_REGRET_MS),
  to: new Date(now.getTime() + REPEATED_REGRET_MS + DAY_MS),
});

/** In a database restored now, no waiting erasure begins before this. */
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

/** Whether an erasure can still be cancelled. */
export const mayTakeBack = ({ endsAt, begunAt }: Request, now: Date): boolean =>
  begunAt === null && now.getTime() < endsAt.getTime();

type ErasureMail = "erasure-requested" | "erasure-reminder";

/** A mail about a waiting erasure. It leads to the sign-in, after which the member can cancel the erasure. */
export const erasureMail = (kind: ErasureMail, endsAt: Date, origin: string) =>
  writeMail(kind, { url: `${origin}/login`, values: { dia: longDayText(endsAt) } });

type Standing = { isActive: boolean; hiddenAt: Date | null };

/** The mail about a cancelled erasure; the text depends on whether others see the profile now. */
export const takenBackMail = ({ isActive, hiddenAt }: Standing) =>
  writeMail(isActive && hiddenAt === null ? "erasure-taken-back-shown" : "erasure-taken-back");
