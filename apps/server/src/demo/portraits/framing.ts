import type { Random } from "../random.ts";

/** The four framings of demo members; `aside` leaves a part of the picture to the place. */
export const FRAMINGS = ["close-up", "bust", "half figure", "aside"] as const;
export type Framing = (typeof FRAMINGS)[number];
/** The framings that leave space next to the person. */
export const BESIDE_COMPANION: readonly Framing[] = ["aside", "half figure"];

/**
 * The person's pose in the picture, which is 900 wide: `x` is the middle of the neck; `tilt` of the head in degrees;
 * `lean` of the whole person in degrees; `scale` 1 shows head and shoulders; `breadth` 1 is a broad body seen from the
 * front. The eyes are always at the same height.
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

type Stance = { framing: Framing; isMan: boolean; isMirrored: boolean; tilt: number };

/**
 * Returns a person's pose in a picture of this framing. A person on one side looks into the free part of the picture.
 */
export function drawPose(random: Random, { framing, isMan, isMirrored, tilt }: Stance): Pose {
  const breadth = isMan ? 0.95 : 0.72;
  const near = (middle: number, by: number) => middle + (random.next() * 2 - 1) * by;
  const side = isMirrored ? 1 : -1;
  const stance = { framing, isMirrored, tilt, lean: near(0, 2) };
  switch (framing) {
    case "close-up":
      return { ...stance, x: 450 + random.whole(-14, 14), scale: near(1.1, 0.05), breadth };
    case "bust":
      return { ...stance, x: 450 + random.whole(-24, 24), scale: near(0.88, 0.03), breadth };
    case "half figure":
      return { ...stance, x: 450 + random.whole(-50, 50), scale: near(0.72, 0.03), breadth };
    case "aside":
      return { ...stance, x: 450 + side * random.whole(110, 150), scale: near(0.82, 0.03), breadth: breadth * 0.6 };
  }
}
