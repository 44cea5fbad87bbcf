import { isMotionReduced } from "./reduced-motion.ts";
import { ringOnce } from "./ring-once.ts";
import { readSession } from "./session.ts";
import { vibrate } from "./vibrate.ts";

const TWO_BEATS = [14, 70, 22];

/** Lets a new match be felt, and heard if the member has "Som" on; neither where reduced motion is asked for. */
export function celebrateMatch(withId: string): void {
  vibrate(TWO_BEATS);
  const isSoundWanted = readSession().user?.preferences.hasSound === true && !isMotionReduced();
  void ringOnce(`match ${withId}`, isSoundWanted);
}
