import { openRandom, type Random } from "../random.ts";

/** A place, its colours, and a name that decides where its lights and leaves are. */
export type Scene = { place: Place; palette: PaletteName; name: string };

type Palette = { top: string; middle: string; bottom: string; light: string };

const palettes = {
  dusk: { top: "#7d4656", middle: "#d47f5c", bottom: "#f8c48e", light: "#ffe6bd" },
  night: { top: "#3b2d44", middle: "#74495a", bottom: "#c07a5e", light: "#ffcf96" },
  cafe: { top: "#6e4831", middle: "#ad7850", bottom: "#e2b684", light: "#ffe9c6" },
  sand: { top: "#f6dcb8", middle: "#ecc59b", bottom: "#d49e74", light: "#fff5e2" },
  sea: { top: "#6c97a0", middle: "#acbfb4", bottom: "#f3d4b0", light: "#fff2d9" },
  olive: { top: "#66754f", middle: "#9a9e69", bottom: "#dcc791", light: "#fff0c2" },
  wine: { top: "#612739", middle: "#a2495a", bottom: "#e09a80", light: "#ffdcba" },
  clay: { top: "#b96c4e", middle: "#e0a177", bottom: "#f7d5b0", light: "#fff1dc" },
  lilac: { top: "#846690", middle: "#c095aa", bottom: "#f3cdb8", light: "#ffeadb" },
  teal: { top: "#37665f", middle: "#679888", bottom: "#cbc595", light: "#fde8b8" },
  rose: { top: "#ab6672", middle: "#db9a90", bottom: "#fadac2", light: "#fff0e2" },
  blue: { top: "#4c6189", middle: "#8a8fab", bottom: "#e8bda2", light: "#ffe8c8" },
  morning: { top: "#9dbcc6", middle: "#d6dccf", bottom: "#f9e6c9", light: "#fffaf0" },
  peach: { top: "#f2bb96", middle: "#f8d3ae", bottom: "#fdead0", light: "#fff7ea" },
} satisfies Record<string, Palette>;
type PaletteName = keyof typeof palettes;

// A scene is blurred so much that half the width and half the height are enough.
const WIDTH = 300;
const HEIGHT = 400;

type List<T> = readonly [T, ...T[]];
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
  palms: (random, { top, light }) =>
    circle(random.whole(60, 240), random.whole(90, 170), 40, light, 0.85) +
    box(0, 330, WIDTH, 80, top, 0.5) +
    times(3, (i) =>
      drawPalm(random, [random.whole(-10, 40), random.whole(230, 290), random.whole(80, 130)][i] ?? 0, top),
    ),
} satisfies Record<string, Painter>;
type Place = keyof typeof painters;

function drawPalm(random: Random, x: number, color: string): string {
  const y = random.whole(60, 150);
  const trunk = `<path d="M${x} 400Q${x + random.whole(-14, 14)} 250 ${x + 6} ${y}" stroke="${color}" stroke-width="9" fill="none" opacity=".8"/>`;
  const leaves = times(8, (i) => {
    const [dx, dy] = [Math.cos((i * Math.PI) / 4) * 66, Math.sin((i * Math.PI) / 4) * 30 + 26];
    return `<path d="M${x + 6} ${y}Q${round(x + 6 + dx * 0.6)} ${round(y - 26)} ${round(x + 6 + dx)} ${round(y + dy)}Q${round(x + 6 + dx * 0.5)} ${round(y - 6)} ${x + 6} ${y}" fill="${color}" opacity=".8"/>`;
  });
  return trunk + leaves;
}

/** The colours that suit each place. */
const suiting: Record<Place, List<PaletteName>> = {
  bokeh: ["night", "wine", "dusk", "cafe", "blue", "lilac", "rose", "teal"],
  beach: ["dusk", "sea", "morning", "peach", "sand", "rose", "lilac"],
  arch: ["clay", "sand", "peach", "rose", "morning", "sea", "olive"],
  window: ["sand", "peach", "morning", "clay", "rose", "cafe"],
  garden: ["olive", "sea", "teal", "morning", "olive"],
  lamps: ["night", "wine", "cafe", "blue", "teal", "dusk"],
  skyline: ["dusk", "blue", "night", "lilac", "sea", "peach"],
  mountains: ["dusk", "blue", "lilac", "morning", "sea", "olive"],
  shelves: ["cafe", "clay", "sand", "teal", "cafe"],
  palms: ["dusk", "rose", "lilac", "sea", "peach", "blue"],
};

/**
 * Draws places and colours for one album. No place comes twice; colours come again only when a place has no unused
 * ones.
 */
export function drawScenes(
  random: Random,
  isWanted: (palette: PaletteName) => boolean,
): { place: Place; palette: PaletteName }[] {
  const used = new Set<PaletteName>();
  return random.shuffle(places).map((place) => {
    const wanted = random.shuffle(suiting[place]).filter(isWanted);
    const palette = wanted.find((name) => !used.has(name)) ?? wanted[0] ?? "sand";
    used.add(palette);
    return { place, palette };
  });
}

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
  palms: 4,
};

// The cast is safe, because a literal has exactly the keys that are written in it.
const places = Object.keys(painters) as [Place, ...Place[]];

/** Draws the place behind a person as a small SVG, not yet blurred. */
export function drawScene({ place, palette: paletteName, name }: Scene): string {
  const palette = palettes[paletteName];
  const stops = `<stop offset="0" stop-color="${palette.top}"/><stop offset=".55" stop-color="${palette.middle}"/><stop offset="1" stop-color="${palette.bottom}"/>`;
  const painted = painters[place](openRandom(name), palette);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><defs><linearGradient id="g" x1="0" y1="0" x2=".25" y2="1">${stops}</linearGradient></defs><rect width="${WIDTH}" height="${HEIGHT}" fill="url(#g)"/>${painted}</svg>`;
}
