/** What a person wears. `color` and `second` (shirt, tie, top under a jacket) are hex with `#`. */
export type Outfit = { cut: Cut; color: string; second: string; hasNecklace: boolean; hasStripes: boolean };

type Shape = { cloth: string; extra: (outfit: Outfit) => string };

const GOLD = "#f1cf7c";
const shade = (path: string, opacity = 0.22) => `<path d="${path}" fill="#000" opacity="${opacity}"/>`;
const seam = (path: string, opacity = 0.25, width = 9) =>
  `<path d="${path}" fill="none" stroke="#000" stroke-opacity="${opacity}" stroke-width="${width}" stroke-linecap="round"/>`;
const cloth = (path: string, fill: string) => `<path d="${path}" fill="${fill}"/>`;

const CREW =
  "M-90 1240C-68 1040 50 1008 300 975C360 1030 430 1050 486 1050C545 1050 620 1030 668 978C880 1003 966 1055 992 1240Z";
const JACKET = "M-100 1240C-76 1030 50 998 300 966L486 1168L668 970C892 996 972 1052 1000 1240Z";
const OPEN_COLLAR = "M300 970L338 922L470 1128L372 1146ZM668 974L634 926L500 1128L606 1148Z";
const SHIRT_COLLAR = "M300 966L346 930L486 1092L350 1120ZM668 970L626 934L486 1092L622 1122Z";

const shapes = {
  /** A deep neckline. */
  vee: {
    cloth:
      "M-80 1240C-62 1045 50 1010 262 986C330 1040 420 1120 482 1175C545 1115 620 1045 702 988C880 1012 962 1060 985 1240Z",
    extra: () => seam("M262 986C330 1040 420 1120 482 1175C545 1115 620 1045 702 988", 0.18, 7),
  },
  crew: { cloth: CREW, extra: () => seam("M300 975C360 1030 430 1050 486 1050C545 1050 620 1030 668 978", 0.25, 10) },
  straps: {
    cloth:
      "M60 1240C110 1150 190 1130 236 990L262 988C300 1090 390 1130 482 1132C580 1130 660 1090 704 988L730 990C770 1130 850 1150 900 1240Z",
    extra: () => "",
  },
  /** Bare shoulders. */
  off: {
    cloth: "M-60 1240C-30 1120 120 1098 300 1104C420 1108 560 1108 680 1104C850 1098 950 1130 985 1240Z",
    extra: () => seam("M-30 1150C120 1116 260 1124 400 1126C560 1128 760 1116 950 1152", 0.16, 8),
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
      shade("M668 970L724 1044L560 1240L502 1240Z"),
  },
  suit: {
    cloth: JACKET,
    extra: ({ second }) =>
      cloth("M300 966L486 1092L668 970L676 985L520 1240L450 1240L296 985Z", second) +
      cloth(SHIRT_COLLAR, second) +
      seam("M346 934L486 1092M626 938L486 1092", 0.14, 5) +
      shade("M300 966L250 1040L420 1240L470 1240Z") +
      shade("M668 970L724 1044L560 1240L502 1240Z"),
  },
  tie: {
    cloth: JACKET,
    extra: ({ second }) =>
      cloth("M320 945L486 1100L650 950L676 985L520 1240L450 1240L296 985Z", "#f4ece2") +
      cloth("M452 1070L486 1058L522 1070L512 1112L540 1240L436 1240L464 1112Z", second) +
      shade("M464 1112L512 1112L508 1126L468 1126Z", 0.3) +
      cloth("M300 962L340 922L486 1076L386 1112ZM668 966L632 926L486 1076L592 1114Z", "#fbf6ee") +
      shade("M300 966L250 1040L420 1240L470 1240Z") +
      shade("M668 970L724 1044L560 1240L502 1240Z"),
  },
  /** A shirt with its first buttons open. */
  shirt: {
    cloth: "M-90 1240C-68 1040 50 1008 300 970L480 1180L668 974C880 1003 966 1055 992 1240Z",
    extra: ({ color }) =>
      cloth(OPEN_COLLAR, color) +
      `<path d="${OPEN_COLLAR}" fill="#fff" opacity=".14"/>` +
      seam("M372 1146L470 1128L484 1240M606 1148L500 1128", 0.2, 6),
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

/** The clothes over a body of 980 by 1240; gradients and patterns that they need are in `clothDefinitions`. */
export function drawOutfit(outfit: Outfit): string {
  const { cloth: path, extra } = shapes[outfit.cut];
  const layers = [outfit.color, outfit.hasStripes ? "url(#st)" : "", "url(#cl)"].filter((fill) => fill !== "");
  return layers.map((fill) => cloth(path, fill)).join("") + extra(outfit) + (outfit.hasNecklace ? NECKLACE : "");
}

export const clothDefinitions = `<linearGradient id="cl" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".18"/><stop offset="1" stop-color="#000" stop-opacity=".32"/></linearGradient>${STRIPES}`;
