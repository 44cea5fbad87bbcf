import { openRandom } from "../random.ts";
import { drawFramings, drawPose } from "./framing.ts";
import { drawLook, isLost, type Sitter, SMILES } from "./looks.ts";
import type { Portrait } from "./portrait.ts";
import { drawScenes } from "./scene.ts";
import { openWardrobe } from "./wardrobe.ts";

/**
 * Makes the portraits of one person: the same face and hair, in other clothes and places, framed differently, with
 * another smile. The same name always gives the same album.
 */
export function makeAlbum(name: string, sitter: Sitter, count: number): Portrait[] {
  const random = openRandom(name);
  const isMan = sitter.role === "daddy";
  const face = drawLook(random, sitter);
  const outfitOf = openWardrobe(random, sitter);
  const scenes = drawScenes(random, (palette) => !isLost(face.skin, palette));
  const framings = drawFramings(random);
  const isMirrored = random.hasLuck(0.5);
  return Array.from({ length: count }, (_, at) => ({
    face: {
      ...face,
      mouth: at === 0 ? face.mouth : random.pick(SMILES),
      hasFlower: !isMan && sitter.age < 40 && at > 0 && random.hasLuck(0.07),
    },
    outfit: outfitOf(at),
    scene: { ...(scenes[at % scenes.length] ?? { place: "bokeh", palette: "dusk" }), name: `${name}/${at}` },
    pose: drawPose(random, framings[at % framings.length] ?? "bust", {
      isMan,
      isMirrored: at % 2 === 1 ? !isMirrored : isMirrored,
    }),
  }));
}
