/** The end of the drawings of body and clothes at the chest, where a torso with or without arms continues them. */
const CHEST = /1240Z/;
// The gaps between waist and arms. They are drawn in the opposite direction to the outline, so that they stay empty.
const GAPS =
  "M152 1430C150 1560 142 1720 128 1900H186C212 1700 204 1540 152 1430ZM816 1430C766 1540 760 1700 788 1900H846C832 1720 820 1560 816 1430Z";
const WITH_ARMS = `1240C1012 1340 1026 1490 1016 1640L1000 1900H-30L-46 1640C-58 1490 -72 1340 -78 1260Z${GAPS}`;
const WITHOUT_ARMS =
  "1240C850 1400 806 1500 800 1620C796 1720 820 1800 836 1900H128C144 1800 166 1720 164 1620C158 1500 112 1400 60 1240Z";

/** Continues a shape that ends at the chest down to the hips. */
export function extendTorsoToHips(path: string, hasArms: boolean): string {
  if (!CHEST.test(path)) throw new Error("The shape does not end at the chest");
  return path.replace(CHEST, hasArms ? WITH_ARMS : WITHOUT_ARMS);
}

const seam = (path: string) =>
  `<path d="${path}" fill="none" stroke="#000" stroke-opacity=".24" stroke-width="10" stroke-linecap="round"/>`;

/** The lines between sleeves and torso. */
export const ARM_SEAMS = seam("M124 1262C140 1320 150 1370 152 1440") + seam("M842 1262C826 1320 818 1370 816 1440");

const MIDDLE = 482;
// Up to this distance from the middle everything keeps its width: neck, collar and neckline.
const RIGID = 235;

/** Makes a drawing of body or clothes narrower from the shoulders outwards. Its paths have absolute commands only. */
export function narrow(svg: string, breadth: number): string {
  return svg.replace(/ d="([^"]*)"/g, (_, path: string) => ` d="${narrowPath(path, breadth)}"`);
}

function narrowPath(path: string, breadth: number): string {
  return path.replace(/([MLCHV])([^MLCHVZ]*)/g, (_, command: string, numbers: string) => {
    const values = numbers
      .trim()
      .split(/[\s,]+/)
      .map(Number);
    const isAcross = (at: number) => command === "H" || (command !== "V" && at % 2 === 0);
    return command + values.map((value, at) => (isAcross(at) ? narrowX(value, breadth) : value)).join(" ");
  });
}

function narrowX(x: number, breadth: number): number {
  const away = x - MIDDLE;
  const beyond = Math.max(0, Math.abs(away) - RIGID);
  return Math.round(x - Math.sign(away) * beyond * (1 - breadth));
}
