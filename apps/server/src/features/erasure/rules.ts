import { periods } from "@caramelo/contract/privacy/periods";

const DAY_MS = 86_400_000;
const REMIND_BEFORE_MS = 3 * DAY_MS;
/** No request takes this long, so by then everything that was under way when an erasure began has been written. */
const SECOND_WALK_MS = 3_600_000;

/** When an erasure begins that is asked for now. */
export const eraseOn = (now: Date): Date => new Date(now.getTime() + periods.erasureRegret.days * DAY_MS);

/** An erasure that begins before this moment is reminded of. */
export const remindedUntil = (now: Date): Date => new Date(now.getTime() + REMIND_BEFORE_MS);

/** The steps are walked once more for those who were erased before this moment. */
export const walkedBefore = (now: Date): Date => new Date(now.getTime() - SECOND_WALK_MS);

type Request = { endsAt: Date; begunAt: Date | null };

/** Whether an erasure can still be taken back. */
export const mayTakeBack = ({ endsAt, begunAt }: Request, now: Date): boolean =>
  begunAt === null && now.getTime() < endsAt.getTime();
