import { isMotionReduced, vibrate } from "./motion.ts";
import { ringOnce } from "./ring-once.ts";
import { readSession } from "./session.ts";

const TWO_BEATS = [14, 70, 22];

/** Vibrates for a new match, and plays a sound if the member has "Som" on; neither with reduced motion. */
export function celebrateMatch(withId: string): void {
  // Browsers refuse vibration before the first touch and log it, so do not try then.
  if (navigator.userActivation?.hasBeenActive !== false) vibrate(TWO_BEATS);
  const isSoundWanted = readSession().user?.preferences.hasSound === true && !isMotionReduced();
  void ringOnce(`match ${withId}`, isSoundWanted);
}
