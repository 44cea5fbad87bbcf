import type { Expression } from "./expressions.ts";
import type { Face } from "./facial-features.ts";
import type { Pose } from "./framing.ts";
import type { Light } from "./light.ts";
import type { Outfit } from "./outfit.ts";
import type { Scene } from "./scene.ts";

/**
 * The complete description of one picture: equal descriptions give equal pixels. Plain data, so that it can be hashed.
 */
export type Portrait = {
  face: Face;
  expression: Expression;
  outfit: Outfit;
  scene: Scene;
  pose: Pose;
  light: Light;
  /** The picture is this side of a card with the person's face. */
  card?: "front" | "back";
};
