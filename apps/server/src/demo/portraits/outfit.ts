import { ARM_SEAMS, extendTorsoToHips } from "./torso.ts";

/** The clothes of a person. `color` and `second` (shirt, tie, top under a jacket) are hex with `#`. */
export type Outfit = { cut: Cut; color: string; second: string; hasNecklace: boolean; hasStripes: boolean };

type Shape = { cloth: string; extra: (outfit: Outfit) => string };

const GOLD = "#f1cf7c";
const shade = (path: string, opacity = 0.22) => `<path d="${path}" fill="#000" opacity="${opacity}"/>`;
const seam = (path: string, opacity = 0.25, width = 9) =>
  `<path d="${path}" fill="none" stroke="#000" stroke-opacity="${opacity}" stroke-width="${width}" stroke-linecap="round"/>`;
const cloth = (path: string, fill: string) => `<path d="${path}" fill="${fill}"/>`;

const CREW =
  "M-90 1240C-68 1040 50 1008 300 975C360 1030 430 1050 486 1050C545 1050 620 1030 668 978C880 1003 966 1055 992 1240Z";
const VEE =
  "M-80 1240C-62 1045 50 1010 262 986C330 1040 420 1120 482 1175C545 1115 620 1045 702 988C880 1012 962 1060 985 1240Z";
const JACKET = "M-100 1240C-76 1030 50 998 300 966L486 1168L668 970C892 996 972 1052 1000 1240Z";
const OPEN_COLLAR = "M300 970L338 922L470 1128L372 1146ZM668 974L634 926L500 1128L606 1148Z";
const SHIRT_COLLAR = "M300 966L346 930L486 1092L350 1120ZM668 970L626 934L486 1092L622 1122Z";

// Below the chest a jacket closes: a wedge of the shirt, the lapels' shadow, the closed front and its button.
const closedFront = (second: string) =>
  cloth("M450 1238H520L487 1420Z", second) +
  shade("M420 1238H470L488 1440Z") +
  shade("M502 1238H560L488 1440Z") +
  seam("M488 1430C492 1560 494 1720 494 1900", 0.24, 7) +
  `<circle cx="474" cy="1500" r="13" fill="#000" opacity=".3"/>`;
const placket = seam("M484 1240V1900", 0.2, 6) + buttons([1300, 1450, 1600, 1750]);

function buttons(heights: readonly number[]): string {
  return heights.map((y) => `<circle cx="498" cy="${y}" r="7" fill="#000" opacity=".2"/>`).join("");
}

const shapes = {
  /** A deep neckline. */
  vee: { cloth: VEE, extra: () => seam("M262 986C330 1040 420 1120 482 1175C545 1115 620 1045 702 988", 0.18, 7) },
  crew: { cloth: CREW, extra: () => seam("M300 975C360 1030 430 1050 486 1050C545 1050 620 1030 668 978", 0.25, 10) },
  straps: {
    cloth:
      "M60 1240C110 1150 190 1130 236 990L262 988C300 1090 390 1130 482 1132C580 1130 660 1090 704 988L730 990C770 1130 850 1150 900 1240Z",
    extra: () => "",
  },
  /** One side of the front over the other. */
  wrap: {
    cloth: VEE,
    extra: () =>
      seam("M262 986C330 1040 420 1120 482 1175C545 1115 620 1045 702 988", 0.18, 7) +
      seam("M482 1175C420 1270 330 1420 216 1560", 0.22, 8) +
      seam("M216 1560C380 1600 600 1600 776 1560", 0.18, 8),
  },
  /** A wide, flat neckline. */
  boat: {
    cloth:
      "M-80 1240C-62 1045 40 1012 240 987C340 1048 420 1062 486 1062C556 1062 640 1046 726 989C890 1010 964 1058 985 1240Z",
    extra: () => seam("M240 987C340 1048 420 1062 486 1062C556 1062 640 1046 726 989", 0.2, 8),
  },
  turtleneck: {
    cloth: `${CREW}M352 902C400 934 540 934 606 902C612 940 640 960 676 978L680 1060H290L300 975C334 962 350 940 352 902Z`,
    extra: () => seam("M322 966C400 1010 560 1010 648 964", 0.2, 9) + seam("M352 924C410 954 545 954 607 922", 0.14, 7),
  },
  jacket: {
    cloth: JACKET,
    extra: ({ second }) =>
      cloth(
        "M330 962C400 1060 440 1080 486 1080C540 1080 590 1050 642 964L676 985L520 1240L450 1240L296 985Z",
        second,
      ) +
      shade("M300 966L250 1040L420 1240L470 1240Z") +
      shade("M668 970L724 1044L560 1240L502 1240Z") +
      closedFront(second),
  },
  suit: {
    cloth: JACKET,
    extra: ({ second }) =>
      cloth("M300 966L486 1092L668 970L676 985L520 1240L450 1240L296 985Z", second) +
      cloth(SHIRT_COLLAR, second) +
      seam("M346 934L486 1092M626 938L486 1092", 0.14, 5) +
      shade("M300 966L250 1040L420 1240L470 1240Z") +
      shade("M668 970L724 1044L560 1240L502 1240Z") +
      closedFront(second),
  },
  tie: {
    cloth: JACKET,
    extra: ({ second }) =>
      cloth("M320 945L486 1100L650 950L676 985L520 1240L450 1240L296 985Z", "#f4ece2") +
      cloth("M452 1070L486 1058L522 1070L512 1112L540 1240L436 1240L464 1112Z", second) +
      shade("M464 1112L512 1112L508 1126L468 1126Z", 0.3) +
      cloth("M300 962L340 922L486 1076L386 1112ZM668 966L632 926L486 1076L592 1114Z", "#fbf6ee") +
      shade("M300 966L250 1040L420 1240L470 1240Z") +
      shade("M668 970L724 1044L560 1240L502 1240Z") +
      closedFront("#f4ece2") +
      cloth("M436 1236H540L512 1340L489 1400L462 1340Z", second),
  },
  /** A shirt with its first buttons open. */
  shirt: {
    cloth: "M-90 1240C-68 1040 50 1008 300 970L480 1180L668 974C880 1003 966 1055 992 1240Z",
    extra: ({ color }) =>
      cloth(OPEN_COLLAR, color) +
      `<path d="${OPEN_COLLAR}" fill="#fff" opacity=".14"/>` +
      seam("M372 1146L470 1128L484 1240M606 1148L500 1128", 0.2, 6) +
      placket,
  },
  polo: {
    cloth: CREW,
    extra: ({ color }) =>
      cloth(
        "M300 972L336 934C390 1020 440 1050 486 1054L470 1150L366 1086ZM668 974L634 936C590 1014 540 1050 486 1054L510 1150L604 1088Z",
        color,
      ) +
      shade(
        "M300 972L336 934C390 1020 440 1050 486 1054L470 1150L366 1086ZM668 974L634 936C590 1014 540 1050 486 1054L510 1150L604 1088Z",
        0.16,
      ) +
      seam("M486 1060V1240", 0.2, 6),
  },
} satisfies Record<string, Shape>;
export type Cut = keyof typeof shapes;

const NECKLACE = `<path d="M372 962C410 1030 450 1052 482 1056C520 1052 560 1030 596 966" fill="none" stroke="${GOLD}" stroke-width="5"/><circle cx="482" cy="1060" r="10" fill="${GOLD}"/>`;
const STRIPES = `<pattern id="st" width="1" height="46" patternUnits="userSpaceOnUse"><rect width="1" height="15" fill="#fff" opacity=".3"/></pattern>`;

/**
 * Draws the clothes over a body of 980 by 1900. The gradients and patterns that they need are in `clothDefinitions`.
 */
export function drawOutfit(outfit: Outfit): string {
  const { cloth: upper, extra } = shapes[outfit.cut];
  const hasSleeves = outfit.cut !== "straps";
  const path = extendTorsoToHips(upper, hasSleeves);
  const layers = [outfit.color, outfit.hasStripes ? "url(#st)" : "", "url(#cl)"].filter((fill) => fill !== "");
  const seams = hasSleeves ? ARM_SEAMS : "";
  return (
    layers.map((fill) => cloth(path, fill)).join("") + seams + extra(outfit) + (outfit.hasNecklace ? NECKLACE : "")
  );
}

export const clothDefinitions = `<linearGradient id="cl" gradientUnits="userSpaceOnUse" x1="0" y1="960" x2="700" y2="1720"><stop offset="0" stop-color="#fff" stop-opacity=".24"/><stop offset="1" stop-color="#000" stop-opacity=".24"/></linearGradient>${STRIPES}`;
