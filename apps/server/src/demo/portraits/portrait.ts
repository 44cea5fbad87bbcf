import type { Expression } from "./expressions.ts";
import type { Pose } from "./framing.ts";
import type { Light } from "./light.ts";
import type { Outfit } from "./outfit.ts";
import type { Scene } from "./scene.ts";

export type Beard = "none" | "stubble" | "short" | "goatee" | "moustache";

/**
 * The lasting features of one person, and a flower that may come and go. Numbers name the variants of the drawing
 * style; colours are hex without `#`.
 */
export type Face = {
  skin: string;
  hair: string;
  /** How the hair falls behind the shoulders, if it is that long. */
  fall: "none" | "straight" | "wavy";
  hairColor: string;
  brows: number;
  browColor: string;
  eyes: number;
  nose: number;
  head: number;
  lipColor: string;
  /** Undefined when the person wears no glasses. */
  glasses: number | undefined;
  earrings: number | undefined;
  hasFreckles: boolean;
  hasFlower: boolean;
  hasBlush: boolean;
  beard: Beard;
  /** Wrinkles: 0 none, 1 some, 2 more. */
  years: number;
};

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
