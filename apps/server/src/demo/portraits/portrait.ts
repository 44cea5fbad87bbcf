import type { Expression } from "./expressions.ts";
import type { Face } from "./facial-features.ts";
import type { Framing } from "./framing.ts";
import type { Light } from "./light.ts";
import type { Outfit } from "./outfit.ts";
import type { Scene } from "./scene.ts";

/**
 * The complete description of one picture: equal descriptions give equal pixels. Plain data, so that it can be hashed.
 */
export type Portrait = { face: Face; expression: Expression; outfit: Outfit; scene: Scene; pose: Pose; light: Light };

/**
 * How the person stands in the picture, which is 900 wide: `x` is the middle of the neck; `tilt` of the head in
 * degrees; `lean` of the whole person in degrees; `scale` 1 shows head and shoulders; `breadth` 1 is a broad body seen from the front. The eyes are always at
 * the same height.
 */
export type Pose = {
  framing: Framing;
  isMirrored: boolean;
  x: number;
  tilt: number;
  lean: number;
  scale: number;
  breadth: number;
};

/** Pixels of a finished picture. */
export const WIDTH = 600;
export const HEIGHT = 800;
