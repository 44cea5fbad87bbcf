import type { Random } from "../random.ts";
import { EXPRESSIONS, type Expression } from "./expressions.ts";
import { FRAMINGS, type Framing } from "./framing.ts";
import { LIGHTS, type Light } from "./light.ts";

/** What tells two first pictures apart before one looks at the face: how a person stands, looks and is lit. */
export type FirstPose = { framing: Framing; expression: Expression; isMirrored: boolean; light: Light; tilt: number };

const TURNS = [false, true] as const;
const TILTS = [-5, -2, 2, 5] as const;

/**
 * Deals the poses of first pictures. All 384 come before one comes again, and among any 48 in a row no two share
 * framing, expression and turn.
 */
export function openFirstPoses(random: Random): () => FirstPose {
  const stances = FRAMINGS.flatMap((framing) =>
    EXPRESSIONS.flatMap((expression) => TURNS.map((isMirrored) => ({ framing, expression, isMirrored }))),
  );
  const moods = random.shuffle(LIGHTS.flatMap((light) => TILTS.map((tilt) => ({ light, tilt }))));
  const shuffledStances = random.shuffle(stances);
  let dealt = 0;
  return () => {
    const at = dealt % shuffledStances.length;
    const round = Math.floor(dealt / shuffledStances.length);
    dealt += 1;
    // The lists are not empty and the indexes lie within them, so the fallbacks are never used.
    const stance = shuffledStances[at] ?? { framing: "bust", expression: "smile", isMirrored: false };
    const mood = moods[(at + round) % moods.length] ?? { light: "golden", tilt: 0 };
    return { ...stance, ...mood };
  };
}
