import type { Random } from "../random.ts";
import type { Sitter } from "./looks.ts";
import type { Outfit } from "./outfit.ts";

type List<T> = readonly [T, ...T[]];

const WOMENS_CUTS: List<Outfit["cut"]> = [
  "vee",
  "crew",
  "straps",
  "wrap",
  "boat",
  "straps",
  "jacket",
  "turtleneck",
  "shirt",
];
const MATURE_CUTS: List<Outfit["cut"]> = ["vee", "jacket", "turtleneck", "boat", "shirt", "wrap", "jacket"];
const MENS_CUTS: List<Outfit["cut"]> = ["suit", "shirt", "polo", "crew", "suit", "tie", "turtleneck", "shirt"];
const WOMENS_COLORS: List<string> = [
  "#7a1f33",
  "#efe3d2",
  "#d8973f",
  "#2f4a46",
  "#b5533a",
  "#1f1a1c",
  "#5a2f4b",
  "#3b4d3a",
  "#c98a7a",
  "#402132",
  "#8f2f24",
  "#f0d9b8",
  "#c58b2c",
  "#34455e",
  "#d9b7a6",
  "#6d7a58",
];
const MENS_COLORS: List<string> = [
  "#37415a",
  "#5a5348",
  "#2f4c57",
  "#7d5a40",
  "#2b2f3a",
  "#7b8f9a",
  "#a4704a",
  "#5b6a62",
  "#4d1f2a",
  "#34455e",
  "#47503c",
  "#6b5a4a",
];
const LIGHT_CLOTHES: List<string> = ["#f4ece2", "#dfe6ea", "#efe3d2", "#d9c7b2", "#cfd6cf"];
const TIES: List<string> = ["#6b2335", "#27405a", "#3d4a2f", "#7a4a22"];

/** Chooses clothes for each picture. No kind comes twice before all have come once. */
export function openWardrobe(random: Random, sitter: Sitter): (at: number) => Outfit {
  const isMan = sitter.role === "daddy";
  const cuts = [...new Set(random.shuffle(cutsFor(sitter)))];
  const colors = random.shuffle(isMan ? MENS_COLORS : WOMENS_COLORS);
  return (at) => dress(random, isMan, cuts[at % cuts.length] ?? "crew", colors[at % colors.length] ?? "#2b2f3a");
}

function cutsFor({ role, age }: Sitter): List<Outfit["cut"]> {
  if (role === "daddy") return MENS_CUTS;
  return age >= 38 ? MATURE_CUTS : WOMENS_CUTS;
}

function dress(random: Random, isMan: boolean, outfitCut: Outfit["cut"], color: string): Outfit {
  const isLight = ["shirt", "polo", "crew"].includes(outfitCut) && random.hasLuck(0.35);
  return {
    cut: outfitCut,
    color: isLight ? random.pick(LIGHT_CLOTHES) : color,
    second: outfitCut === "tie" ? random.pick(TIES) : random.pick(LIGHT_CLOTHES),
    hasNecklace: !isMan && ["vee", "straps", "boat", "jacket"].includes(outfitCut) && random.hasLuck(0.5),
    hasStripes: ["crew", "polo"].includes(outfitCut) && random.hasLuck(0.22),
  };
}
