import { openRandom, type Random } from "../random.ts";

/** A place, its colours, and a name that decides where its lights and leaves fall. */
export type Scene = { place: Place; palette: PaletteName; name: string };

type Palette = { top: string; middle: string; bottom: string; light: string };

const palettes = {
  dusk: { top: "#4a2433", middle: "#b5533a", bottom: "#f0a868", light: "#ffd9a0" },
  night: { top: "#1d1622", middle: "#3c2430", bottom: "#7a3f34", light: "#ffb86b" },
  cafe: { top: "#3a2116", middle: "#7d4a2a", bottom: "#c98a52", light: "#ffdba6" },
  sand: { top: "#f2d2a9", middle: "#e7b98a", bottom: "#c98b62", light: "#fff1d8" },
  sea: { top: "#33525c", middle: "#7c8f8a", bottom: "#e3b48a", light: "#ffe3bd" },
  olive: { top: "#2d3526", middle: "#66683f", bottom: "#b99a5c", light: "#f6dd9d" },
  wine: { top: "#2c0f18", middle: "#6b2335", bottom: "#b85b4b", light: "#ffc59b" },
  clay: { top: "#8f4a2e", middle: "#c97b50", bottom: "#ebb98d", light: "#ffe9cd" },
  lilac: { top: "#4b3350", middle: "#95617b", bottom: "#e0a38f", light: "#ffd7c0" },
  teal: { top: "#12302f", middle: "#2f5a55", bottom: "#8e8a62", light: "#f4cf95" },
  rose: { top: "#6d3442", middle: "#bd6a67", bottom: "#f1bd9c", light: "#ffe6d2" },
  blue: { top: "#1b2740", middle: "#4a4f6b", bottom: "#c98a6b", light: "#ffd3a1" },
} satisfies Record<string, Palette>;
type PaletteName = keyof typeof palettes;

// A scene is blurred beyond recognition of a line: half the pixels are plenty.
const WIDTH = 300;
const HEIGHT = 400;

type Painter = (random: Random, palette: Palette) => string;

const circle = (x: number, y: number, r: number, fill: string, opacity: number) =>
  `<circle cx="${round(x)}" cy="${round(y)}" r="${round(r)}" fill="${fill}" opacity="${round(opacity)}"/>`;
const box = (x: number, y: number, w: number, h: number, fill: string, opacity: number) =>
  `<rect x="${round(x)}" y="${round(y)}" width="${round(w)}" height="${round(h)}" fill="${fill}" opacity="${round(opacity)}"/>`;
const round = (value: number) => Math.round(value * 100) / 100;
const times = (count: number, paint: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => paint(i)).join("");

const painters = {
  bokeh: (random, { light, bottom }) =>
    times(26, () => {
      const r = 5 + random.next() * 15;
      return circle(
        random.next() * WIDTH,
        random.next() * 300,
        r,
        random.hasLuck(0.6) ? light : bottom,
        0.12 + random.next() * 0.4,
      );
    }),
  beach: (random, { top, light }) => {
    const x = random.hasLuck(0.5) ? random.whole(40, 90) : random.whole(205, 260);
    const horizon = random.whole(180, 225);
    return (
      circle(x, horizon - random.whole(30, 60), 44, light, 0.95) +
      box(0, horizon, WIDTH, 240, top, 0.75) +
      box(x - 38, horizon, 78, 120, light, 0.35)
    );
  },
  arch: (random, { middle, bottom, light }) => {
    const x = random.whole(30, 66);
    return (
      box(0, 0, WIDTH, HEIGHT, middle, 0.55) +
      `<path d="M${x} 400V168a102 102 0 0 1 204 0V400z" fill="${light}" opacity=".75"/>` +
      `<path d="M${x + 24} 400V176a78 78 0 0 1 156 0V400z" fill="${bottom}" opacity=".6"/>`
    );
  },
  window: (random, { light }) => {
    const start = -random.whole(20, 90);
    return times(5, (i) => {
      const x = start + i * 84;
      return `<path d="M${x} -10l45 0l150 440l-45 0z" fill="${light}" opacity="${round(0.34 - 0.03 * i)}"/>`;
    });
  },
  garden: (random, { top, middle, bottom, light }) =>
    times(46, () => {
      const [x, y, r] = [random.next() * WIDTH, random.next() * 380, 13 + random.next() * 37];
      const fill = random.pick([top, middle, bottom, top, middle, bottom, light]);
      return `<ellipse cx="${round(x)}" cy="${round(y)}" rx="${round(r * 0.34)}" ry="${round(r)}" transform="rotate(${random.whole(0, 180)} ${round(x)} ${round(y)})" fill="${fill}" opacity="${round(0.25 + random.next() * 0.4)}"/>`;
    }),
  lamps: (random, { top, light }) =>
    times(random.whole(3, 5), () => {
      const [x, y, r] = [
        random.hasLuck(0.5) ? random.whole(5, 80) : random.whole(220, 296),
        random.whole(30, 200),
        random.whole(11, 27),
      ];
      return circle(x, y, r * 2.2, light, 0.22) + circle(x, y, r, light, 0.85);
    }) + box(0, 288, WIDTH, 120, top, 0.6),
  skyline: (random, { top, light }) =>
    times(9, (i) => {
      const [x, height] = [i * 36 - 10, random.whole(110, 270)];
      const windows = times(7, () =>
        box(x + random.whole(3, 26), 400 - height + random.whole(10, 200), 5, 7, light, 0.35 + random.next() * 0.5),
      );
      return box(x, 400 - height, random.whole(26, 40), height, top, 0.55 + random.next() * 0.3) + windows;
    }),
  mountains: (random, { top, middle, light }) => {
    const ridge = (y: number, drop: number) =>
      `M-10 410V${y + random.whole(0, drop)}${times(5, (i) => `Q${i * 70 + 20} ${y - random.whole(0, drop)} ${i * 70 + 55} ${y + random.whole(0, drop)}`)}V410z`;
    return (
      circle(random.whole(50, 250), random.whole(70, 130), 34, light, 0.8) +
      `<path d="${ridge(200, 50)}" fill="${middle}" opacity=".8"/><path d="${ridge(265, 36)}" fill="${top}" opacity=".75"/>`
    );
  },
  shelves: (random, { top, middle, bottom, light }) =>
    times(
      4,
      (row) =>
        box(0, row * 104 + 84, WIDTH, 9, top, 0.8) +
        times(19, (i) => {
          const height = random.whole(46, 78);
          const fill = random.pick([top, middle, bottom, light, top]);
          return box(
            i * 16 + random.whole(-2, 2),
            row * 104 + 84 - height,
            random.whole(9, 14),
            height,
            fill,
            0.45 + random.next() * 0.4,
          );
        }),
    ),
} satisfies Record<string, Painter>;
type Place = keyof typeof painters;

/** How strongly each place is out of focus, in pixels of the small drawing. */
export const sceneBlur: Record<Place, number> = {
  bokeh: 3.2,
  beach: 5,
  arch: 4.5,
  window: 6,
  garden: 4.5,
  lamps: 4.5,
  skyline: 4,
  mountains: 5,
  shelves: 4.5,
};

// The keys of a literal are exactly its names.
export const places = Object.keys(painters) as [Place, ...Place[]];
export const paletteNames = Object.keys(palettes) as [PaletteName, ...PaletteName[]];

/** The place behind a person as a small SVG, still sharp. */
export function drawScene({ place, palette: paletteName, name }: Scene): string {
  const palette = palettes[paletteName];
  const stops = `<stop offset="0" stop-color="${palette.top}"/><stop offset=".55" stop-color="${palette.middle}"/><stop offset="1" stop-color="${palette.bottom}"/>`;
  const painted = painters[place](openRandom(name), palette);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><defs><linearGradient id="g" x1="0" y1="0" x2=".25" y2="1">${stops}</linearGradient></defs><rect width="${WIDTH}" height="${HEIGHT}" fill="url(#g)"/>${painted}</svg>`;
}
