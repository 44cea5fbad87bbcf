import { isMotionReduced, vibrate } from "./motion.ts";
import { ringOnce } from "./ring-once.ts";
import { readSession } from "./session.ts";

const TWO_BEATS = [14, 70, 22];

/** Lets a new match be felt, and heard if the member has "Som" on; neither where reduced motion is asked for. */
export function celebrateMatch(withId: string): void {
  // Browsers refuse to vibrate before the first touch and say so in the console, so it is not tried then.
  if (navigator.userActivation?.hasBeenActive !== false) vibrate(TWO_BEATS);
  const isSoundWanted = readSession().user?.preferences.hasSound === true && !isMotionReduced();
  void ringOnce(`match ${withId}`, isSoundWanted);
}
