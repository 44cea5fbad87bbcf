import type { Face } from "./face.ts";
import type { Outfit } from "./outfit.ts";
import type { Scene } from "./scene.ts";

/** One drawn picture, whole: two that are equal look equal to the last pixel. Plain data, so that it can be hashed. */
export type Portrait = {
  face: Face;
  outfit: Outfit;
  scene: Scene;
  pose: Pose;
};

/** `shift` in units of the drawing, which is 900 wide; `tilt` in degrees; `scale` 1 fills the picture. */
export type Pose = { isMirrored: boolean; shift: number; tilt: number; scale: number };

/** Pixels of a finished picture. */
export const WIDTH = 600;
export const HEIGHT = 800;
