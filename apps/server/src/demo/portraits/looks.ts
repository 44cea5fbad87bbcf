import type { Random } from "../random.ts";
import type { Beard, Face } from "./portrait.ts";
import type { Scene } from "./scene.ts";

export type Sitter = { role: "baby" | "daddy" | "mommy"; age: number };
type List<T> = readonly [T, ...T[]];

const SKINS: List<string> = [
  "f0c8a8",
  "efc3a0",
  "e4b088",
  "dda57d",
  "d19770",
  "c38a62",
  "b27b55",
  "ab7350",
  "99623f",
  "875337",
  "77482f",
];
const DARK_HAIR: List<string> = ["1c1210", "241510", "2e1a12", "43271b"];
const FAIR_HAIR: List<string> = ["5a3420", "6a3d22", "9a6534", "c99a5b", "7a2f1c", "b07c48"];
const GREY_HAIR: List<string> = ["8b8179", "a79d93", "c9c0b4", "6f6862"];
const SALT_AND_PEPPER: List<string> = ["4a423d", "5d534d", "5b4a40"];
const WOMENS_STYLES: List<number> = [
  35, 35, 21, 21, 15, 15, 15, 16, 23, 23, 13, 13, 19, 32, 37, 24, 24, 18, 18, 31, 38, 42, 33, 17, 5, 48, 44, 29, 14, 45,
];
const SHORT_STYLES: List<number> = [6, 12, 30, 43, 19, 32, 37, 13, 20, 15, 35];
// The styles with loose hair, which may be longer than Lorelei draws it.
const STRAIGHT: readonly number[] = [15, 21, 23, 13, 16];
const WAVY: readonly number[] = [35, 18, 32, 24];
const MENS_STYLES: List<number> = [1, 2, 2, 3, 8, 9, 7, 12, 47, 22, 28, 39, 4, 44];
const BALDING: List<number> = [25, 28, 47, 1];
const LIPS: List<string> = ["8c2f33", "a23b3b", "93404a", "7c2a2e"];
const EYES: List<number> = [4, 2, 11, 14, 21, 8, 10, 20, 23, 4, 11, 21];

/** Draws a face that fits role and age. */
export function drawLook(random: Random, sitter: Sitter): Face {
  return sitter.role === "daddy" ? drawMan(random, sitter.age) : drawWoman(random, sitter);
}

function drawWoman(random: Random, { age, role }: Sitter): Face {
  const isShort = random.hasLuck(age >= 42 ? 0.55 : 0.08);
  const style = random.pick(isShort ? SHORT_STYLES : WOMENS_STYLES);
  const skin = random.pick(SKINS);
  const hairColor = womansHair(random, age, skin);
  return {
    ...features(random, { skin, hairColor, style }),
    brows: random.pick([2, 5, 7, 10, 10, 10]),
    head: random.pick([1, 2, 3, 3, 4]),
    lipColor: random.pick(LIPS),
    glasses: random.hasLuck(age >= 42 ? 0.34 : 0.12) ? random.pick([1, 3, 4]) : undefined,
    earrings: random.hasLuck(0.7) ? random.whole(1, 3) : undefined,
    hasFreckles: random.hasLuck(0.12) && SKINS.indexOf(skin) < 6,
    hasBlush: true,
    beard: "none",
    years: yearsOf(age, role === "mommy" ? 44 : 50, 56),
  };
}

function drawMan(random: Random, age: number): Face {
  const isBalding = random.hasLuck(age >= 52 ? 0.3 : 0.1);
  const style = random.pick(isBalding ? BALDING : MENS_STYLES);
  const skin = random.pick(SKINS);
  const hairColor = mansHair(random, age, skin);
  return {
    ...features(random, { skin, hairColor, style }),
    brows: random.pick([10, 10, 10, 12]),
    // The beards are drawn for these jaws.
    head: random.pick([2, 3, 3, 4]),
    lipColor: "6e332a",
    glasses: random.hasLuck(age >= 50 ? 0.42 : 0.24) ? random.pick([1, 3, 4, 4]) : undefined,
    earrings: undefined,
    hasFreckles: false,
    hasBlush: false,
    beard: random.pick<Beard>(["none", "none", "stubble", "stubble", "short", "short", "goatee", "moustache"]),
    years: yearsOf(age, 40, 52),
  };
}

type Colouring = { skin: string; hairColor: string; style: number };

function features(random: Random, { skin, hairColor, style }: Colouring) {
  return {
    skin,
    hair: `variant${String(style).padStart(2, "0")}`,
    fall: drawFall(random, style),
    hairColor,
    browColor: browsFor(hairColor),
    eyes: random.pick(EYES),
    nose: random.whole(1, 6),
    hasFlower: false,
  };
}

/** Men wear none of the styles that may be longer, so this draws no fall for them. */
function drawFall(random: Random, style: number): Face["fall"] {
  if (STRAIGHT.includes(style)) return random.hasLuck(0.7) ? "straight" : "none";
  return WAVY.includes(style) && random.hasLuck(0.7) ? "wavy" : "none";
}

function yearsOf(age: number, some: number, more: number): number {
  if (age >= more) return 2;
  return age >= some ? 1 : 0;
}

/** Brows stay darker than fair and grey hair. */
function browsFor(hairColor: string): string {
  if (GREY_HAIR.includes(hairColor)) return "5d534d";
  return FAIR_HAIR.includes(hairColor) ? "4a2a1a" : "2a1610";
}

function womansHair(random: Random, age: number, skin: string): string {
  if (age >= 52 && random.hasLuck(0.4)) return random.pick(GREY_HAIR);
  const isFair = random.hasLuck(SKINS.indexOf(skin) < 5 ? 0.5 : 0.07);
  return random.pick(isFair ? FAIR_HAIR : DARK_HAIR);
}

function mansHair(random: Random, age: number, skin: string): string {
  if (random.hasLuck((age - 44) / 22)) return random.pick(GREY_HAIR);
  if (random.hasLuck((age - 36) / 20)) return random.pick(SALT_AND_PEPPER);
  return random.hasLuck(SKINS.indexOf(skin) < 4 ? 0.25 : 0) ? random.pick(FAIR_HAIR) : random.pick(DARK_HAIR);
}

/** Whether a dark face would be hard to see in front of a dark wall. */
export function isLost(skin: string, palette: Scene["palette"]): boolean {
  return SKINS.indexOf(skin) >= 7 && ["night", "wine"].includes(palette);
}
