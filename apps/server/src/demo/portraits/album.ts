import { openRandom, type Random } from "../random.ts";
import { findBioPlaces } from "./bio-place-rules.ts";
import { hasCompanion } from "./companions.ts";
import { EXPRESSIONS } from "./expressions.ts";
import { type FirstPose, openFirstPoses } from "./first-poses.ts";
import { BESIDE_COMPANION, drawPose, FRAMINGS } from "./framing.ts";
import { LIGHTS } from "./light.ts";
import { drawLook, isLost, type Sitter } from "./looks.ts";
import type { Portrait } from "./portrait.ts";
import { drawScenes } from "./scene.ts";
import { openWardrobe } from "./wardrobe.ts";

type Wishes = {
  /** The places that it speaks of follow the first picture. */
  bio?: string;
  /** The pose of the first picture; drawn when it is left out. */
  firstPose?: FirstPose;
};

/**
 * Makes the portraits of one person: the same face and hair, in other clothes and places, framed differently, with
 * another expression and light. The same name always gives the same album.
 */
export function makeAlbum(
  name: string,
  sitter: Sitter,
  count: number,
  { bio = "", firstPose }: Wishes = {},
): Portrait[] {
  const random = openRandom(name);
  const isMan = sitter.role === "daddy";
  const face = drawLook(random, sitter);
  const outfitOf = openWardrobe(random, sitter);
  const scenes = drawScenes(random, findBioPlaces(bio), (palette) => !isLost(face.skin, palette));
  const poses = drawPoses(random, firstPose ?? openFirstPoses(random)());
  return Array.from({ length: count }, (_, at) => {
    const scene = scenes[at % scenes.length] ?? scenes[0];
    const { expression, light, ...stance } = poses(at, hasCompanion(scene.place));
    return {
      face: { ...face, hasFlower: !isMan && sitter.age < 40 && at > 0 && random.hasLuck(0.07) },
      expression,
      outfit: outfitOf(at),
      scene: { ...scene, name: `${name}/${at}` },
      pose: drawPose(random, { ...stance, isMan }),
      light,
    };
  });
}

/**
 * The poses of an album, in the order of its pictures: each framing and expression once, before one repeats, and the
 * two lights and turns alternately. Only two framings leave space next to the person, so these may repeat sooner.
 */
function drawPoses(random: Random, first: FirstPose): (at: number, hasCompanion: boolean) => FirstPose {
  const after = <T>(list: readonly T[], value: T) => [
    value,
    ...random.shuffle(list.filter((other) => other !== value)),
  ];
  const framings = after(FRAMINGS, first.framing);
  const expressions = after(EXPRESSIONS, first.expression);
  const lights = after(LIGHTS, first.light);
  return (at, hasCompanion) => {
    if (at === 0) return first;
    const fitting = hasCompanion ? BESIDE_COMPANION : FRAMINGS;
    // The framing that came longest ago is at the end.
    const framing = framings.findLast((candidate) => fitting.includes(candidate)) ?? "aside";
    framings.splice(framings.indexOf(framing), 1);
    framings.unshift(framing);
    return {
      framing,
      expression: expressions[at % expressions.length] ?? "smile",
      light: lights[at % lights.length] ?? "golden",
      isMirrored: at % 2 === 1 ? !first.isMirrored : first.isMirrored,
      tilt: random.whole(-4, 4),
    };
  };
}
