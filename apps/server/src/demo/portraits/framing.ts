import type { Random } from "../random.ts";
import type { Pose } from "./portrait.ts";

type Framing = "close-up" | "bust" | "half figure" | "aside";

// Avatars are cut from the first picture, so the face is large in most of them.
const FIRST: readonly [Framing, ...Framing[]] = [
  ...(["close-up", "close-up", "close-up", "bust", "bust", "bust", "bust"] as const),
  ...(["aside", "aside", "half figure"] as const),
];
const ALL: readonly Framing[] = ["close-up", "bust", "half figure", "aside"];

/** The framings of one album, each kind once. */
export function drawFramings(random: Random): [Framing, ...Framing[]] {
  const first = random.pick(FIRST);
  return [first, ...random.shuffle(ALL.filter((framing) => framing !== first))];
}

/**
 * How a person stands in a picture of this framing. A person who stands aside looks into the free part of the picture.
 */
export function drawPose(
  random: Random,
  framing: Framing,
  { isMan, isMirrored }: { isMan: boolean; isMirrored: boolean },
): Pose {
  const tilt = random.whole(-2, 2);
  const breadth = isMan ? 0.95 : 0.72;
  const near = (middle: number, by: number) => middle + (random.next() * 2 - 1) * by;
  const side = isMirrored ? 1 : -1;
  switch (framing) {
    case "close-up":
      return { isMirrored, tilt, x: 450 + random.whole(-14, 14), scale: near(1.02, 0.04), breadth };
    case "bust":
      return { isMirrored, tilt, x: 450 + random.whole(-24, 24), scale: near(0.86, 0.03), breadth };
    case "half figure":
      return { isMirrored, tilt, x: 450 + random.whole(-50, 50), scale: near(0.69, 0.03), breadth };
    case "aside":
      return {
        isMirrored,
        tilt,
        x: 450 + side * random.whole(90, 120),
        scale: near(0.84, 0.03),
        breadth: breadth * 0.6,
      };
  }
}
