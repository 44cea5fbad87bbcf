import { takeInTurn } from "../people/deck.ts";
import type { Random } from "../random.ts";
import { EXPRESSIONS, type Expression } from "./expressions.ts";
import { FRAMINGS, type Framing } from "./framing.ts";
import { LIGHTS, type Light } from "./light.ts";

/** The features that distinguish two first pictures at first sight: the person's pose, direction and light. */
export type FirstPose = { framing: Framing; expression: Expression; isMirrored: boolean; light: Light; tilt: number };

const PAIRS = FRAMINGS.length * EXPRESSIONS.length;
/** A tilt to one side or the other, large enough to be seen. */
const TILTS = [-7, 7] as const;
// A mood is a turn, a light and a tilt, one bit each. Of moods in this order the first two differ in the turn, and the
// first four in turn or light.
const MOODS = [0b000, 0b111, 0b110, 0b001, 0b100, 0b011, 0b010, 0b101] as const;

/**
 * Deals the poses of first pictures. All 192 come before one comes again. No two of the first 24 share framing and
 * expression, of the first 48 framing, expression and turn, of the first 96 these and the light.
 */
export function openFirstPoses(random: Random): () => FirstPose {
  const [framings, expressions] = [random.shuffle(FRAMINGS), random.shuffle(EXPRESSIONS)];
  const firstMoods = random.shuffle(takeInTurn(MOODS, PAIRS));
  let dealtCount = 0;
  return () => {
    const [at, round] = [dealtCount % PAIRS, Math.floor(dealtCount / PAIRS)];
    dealtCount += 1;
    const mood = (firstMoods[at] ?? 0) ^ (MOODS[round % MOODS.length] ?? 0);
    // The lists are not empty and the indexes lie within them, so the fallbacks are never used.
    return {
      // Twelve pairs pass before both lists begin together, so the second twelve begin with the next framing.
      framing: framings[(at + Math.floor(at / 12)) % framings.length] ?? "bust",
      expression: expressions[at % expressions.length] ?? "smile",
      isMirrored: (mood & 0b001) !== 0,
      light: LIGHTS[mood & 0b010 ? 1 : 0],
      tilt: TILTS[mood & 0b100 ? 1 : 0],
    };
  };
}
