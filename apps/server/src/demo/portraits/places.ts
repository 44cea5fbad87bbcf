import type { Random } from "../random.ts";
import { box, circle, SCENE_HEIGHT as HEIGHT, repeatShape, round, SCENE_WIDTH as WIDTH } from "./shapes.ts";

type Palette = { top: string; middle: string; bottom: string; light: string };

export const palettes = {
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
export type PaletteName = keyof typeof palettes;

type Painter = (random: Random, palette: Palette) => string;

/** Places that say nothing about a person. */
const anywhere = {
  bokeh: (random, { light, bottom }) =>
    repeatShape(26, () => {
      const r = 5 + random.next() * 15;
      return circle(
        random.next() * WIDTH,
        random.next() * 300,
        r,
        random.hasLuck(0.6) ? light : bottom,
        0.12 + random.next() * 0.4,
      );
    }),
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
    return repeatShape(5, (i) => {
      const x = start + i * 84;
      return `<path d="M${x} -10l45 0l150 440l-45 0z" fill="${light}" opacity="${round(0.34 - 0.03 * i)}"/>`;
    });
  },
  lamps: (random, { top, light }) =>
    repeatShape(random.whole(3, 5), () => {
      const [x, y, r] = [
        random.hasLuck(0.5) ? random.whole(5, 80) : random.whole(220, 296),
        random.whole(30, 200),
        random.whole(11, 27),
      ];
      return circle(x, y, r * 2.2, light, 0.22) + circle(x, y, r, light, 0.85);
    }) + box(0, 288, WIDTH, 120, top, 0.6),
  palms: (random, { top, light }) =>
    circle(random.whole(60, 240), random.whole(90, 170), 40, light, 0.85) +
    box(0, 330, WIDTH, 80, top, 0.5) +
    repeatShape(3, (i) =>
      drawPalm(random, [random.whole(-10, 40), random.whole(230, 290), random.whole(80, 130)][i] ?? 0, top),
    ),
} satisfies Record<string, Painter>;

/** Places that show what a person likes. */
const ofTheBio = {
  beach: (random, { top, bottom, light }) => {
    const x = random.hasLuck(0.5) ? random.whole(40, 90) : random.whole(205, 260);
    const horizon = random.whole(180, 225);
    return (
      circle(x, horizon - random.whole(30, 60), 44, light, 0.95) +
      box(0, horizon, WIDTH, 240, top, 0.75) +
      box(x - 38, horizon, 78, 120, light, 0.35) +
      repeatShape(9, () =>
        box(random.whole(-20, 270), horizon + random.whole(8, 110), random.whole(24, 70), 2.5, light, 0.5),
      ) +
      `<path d="M-10 348Q70 328 150 344T310 336V410H-10Z" fill="${bottom}"/>` +
      `<path d="M-10 346Q70 326 150 342T310 334" fill="none" stroke="${light}" stroke-width="5" opacity=".8"/>`
    );
  },
  garden: (random, { top, middle, bottom, light }) =>
    repeatShape(46, () => {
      const [x, y, r] = [random.next() * WIDTH, random.next() * 380, 13 + random.next() * 37];
      const fill = random.pick([top, middle, bottom, top, middle, bottom, light]);
      return `<ellipse cx="${round(x)}" cy="${round(y)}" rx="${round(r * 0.34)}" ry="${round(r)}" transform="rotate(${random.whole(0, 180)} ${round(x)} ${round(y)})" fill="${fill}" opacity="${round(0.25 + random.next() * 0.4)}"/>`;
    }),
  city: (random, { top, light }) =>
    repeatShape(9, (i) => {
      const [x, height] = [i * 36 - 10, random.whole(110, 270)];
      const windows = repeatShape(7, () =>
        box(x + random.whole(3, 26), 400 - height + random.whole(10, 200), 5, 7, light, 0.35 + random.next() * 0.5),
      );
      return box(x, 400 - height, random.whole(26, 40), height, top, 0.55 + random.next() * 0.3) + windows;
    }),
  books: (random, { top, middle, bottom, light }) =>
    repeatShape(
      4,
      (row) =>
        box(0, row * 104 + 84, WIDTH, 9, top, 0.8) +
        repeatShape(19, (i) => {
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
  kitchen: (random, { top, middle, bottom, light }) => {
    const shelf = (y: number) =>
      box(0, y, WIDTH, 7, top, 0.85) +
      repeatShape(8, (i) => {
        const [x, fill] = [i * 38 + random.whole(4, 12), random.pick([light, bottom, middle, light])];
        const height = random.whole(22, 46);
        if (random.hasLuck(0.3)) return `<path d="M${x} ${y - 16}h26a13 15 0 0 1 -26 0z" fill="${fill}" opacity=".9"/>`;
        return (
          box(x, y - height, random.whole(13, 22), height, fill, 0.85) + box(x + 2, y - height - 5, 12, 6, top, 0.6)
        );
      });
    const tiles =
      repeatShape(9, (i) => box(i * 35, 176, 1.6, 116, light, 0.5)) +
      repeatShape(4, (i) => box(0, 176 + i * 30, WIDTH, 1.6, light, 0.5));
    const lamp = random.hasLuck(0.5) ? 46 : 250;
    return (
      shelf(88) +
      shelf(168) +
      tiles +
      box(0, 292, WIDTH, 10, light, 0.9) +
      box(0, 302, WIDTH, 100, top, 0.75) +
      circle(lamp, 58, 46, light, 0.35) +
      `<path d="M${lamp} 0v30M${lamp - 26} 54l16 -26h20l16 26z" fill="${top}" stroke="${top}" stroke-width="2"/>` +
      circle(lamp, 57, 9, light, 1)
    );
  },
  cafe: (random, { top, middle, bottom, light }) =>
    box(0, 0, WIDTH, HEIGHT, top, 0.45) +
    repeatShape(2, (i) => {
      const x = 14 + i * 142;
      return (
        box(x, 54, 130, 200, light, 0.8) +
        box(x, 150, 130, 104, bottom, 0.6) +
        repeatShape(4, () =>
          circle(x + random.whole(14, 116), random.whole(80, 220), random.whole(7, 16), light, 0.7),
        ) +
        box(x + 62, 54, 5, 200, top, 0.9) +
        box(x, 138, 130, 5, top, 0.9)
      );
    }) +
    repeatShape(10, (i) => box(i * 30, 0, 30, 34, i % 2 === 0 ? light : middle, 0.9)) +
    repeatShape(3, (i) => {
      const [x, y] = [40 + i * 110, random.whole(74, 104)];
      return box(x, 34, 2, y - 34, top, 0.9) + circle(x + 1, y, 22, light, 0.4) + circle(x + 1, y, 10, light, 1);
    }) +
    box(0, 300, WIDTH, 100, top, 0.8),
  gallery: (random, { top, middle, bottom, light }) =>
    box(0, 0, WIDTH, HEIGHT, light, 0.5) +
    repeatShape(4, (i) => {
      const [x, y] = [(i % 2) * 150 + random.whole(8, 26), Math.floor(i / 2) * 150 + random.whole(30, 50)];
      const [width, height] = [random.whole(84, 112), random.whole(84, 116)];
      const inside = repeatShape(4, () =>
        random.hasLuck(0.5)
          ? circle(
              x + random.whole(24, width - 24),
              y + random.whole(24, height - 24),
              random.whole(9, 20),
              random.pick([top, middle, bottom]),
              0.85,
            )
          : box(
              x + random.whole(8, width - 44),
              y + random.whole(8, height - 40),
              random.whole(18, 36),
              random.whole(14, 30),
              random.pick([top, middle, bottom]),
              0.8,
            ),
      );
      return (
        `<path d="M${x + width / 2} ${y - 34}L${x - 12} ${y + height}H${x + width + 12}Z" fill="${light}" opacity=".35"/>` +
        box(x, y, width, height, top, 0.95) +
        box(x + 6, y + 6, width - 12, height - 12, light, 1) +
        inside
      );
    }) +
    box(0, 344, WIDTH, 60, middle, 0.7),
  music: paintRecords,
  // The guitar stands in front of the person.
  guitar: paintRecords,
  park: (random, { top, middle, bottom, light }) =>
    circle(random.whole(60, 240), random.whole(50, 110), 40, light, 0.85) +
    repeatShape(9, (i) => {
      const [x, y, r] = [i * 40 + random.whole(-20, 10), random.whole(150, 205), random.whole(34, 58)];
      return circle(x, y, r, i % 2 === 0 ? top : middle, 0.75) + box(x - 4, y, 8, 90, top, 0.8);
    }) +
    box(0, 252, WIDTH, 150, bottom, 0.9) +
    box(0, 252, WIDTH, 60, middle, 0.45) +
    `<path d="M${random.whole(110, 190)} 256C150 300 210 340 ${random.whole(150, 230)} 410H60C110 340 100 300 130 256Z" fill="${light}" opacity=".7"/>`,
  trail: (random, { top, middle, light }) => {
    const ridge = (y: number, drop: number) =>
      `M-10 410V${y + random.whole(0, drop)}${repeatShape(5, (i) => `Q${i * 70 + 20} ${y - random.whole(0, drop)} ${i * 70 + 55} ${y + random.whole(0, drop)}`)}V410z`;
    const pine = (x: number, y: number, size: number) =>
      `<path d="M${x} ${y - size}l${size * 0.42} ${size}h${-size * 0.84}z" fill="${top}" opacity=".95"/>`;
    return (
      circle(random.whole(50, 250), random.whole(60, 110), 34, light, 0.85) +
      `<path d="${ridge(170, 60)}" fill="${middle}" opacity=".75"/><path d="${ridge(232, 40)}" fill="${top}" opacity=".6"/>` +
      repeatShape(7, (i) => pine(i * 50 + random.whole(-14, 14), random.whole(262, 292), random.whole(44, 88))) +
      `<path d="M0 276Q150 256 300 280V410H0Z" fill="${middle}"/>` +
      `<path d="M150 268C120 300 210 330 ${random.whole(60, 130)} 410H${random.whole(190, 260)}C240 340 170 300 160 268Z" fill="${light}" opacity=".8"/>`
    );
  },
} satisfies Record<string, Painter>;

const painters = { ...anywhere, ...ofTheBio };

/** A place that a bio may mention. */
export type BioPlace = keyof typeof ofTheBio;
export type Place = keyof typeof painters;

// The cast is safe, because a literal has exactly the keys that are written in it.
export const PLACES_ANYWHERE = Object.keys(anywhere) as [Place, ...Place[]];

export const paintPlace = (place: Place, random: Random, palette: Palette): string => painters[place](random, palette);

function drawPalm(random: Random, x: number, color: string): string {
  const y = random.whole(60, 150);
  const trunk = `<path d="M${x} 400Q${x + random.whole(-14, 14)} 250 ${x + 6} ${y}" stroke="${color}" stroke-width="9" fill="none" opacity=".8"/>`;
  const leaves = repeatShape(8, (i) => {
    const [dx, dy] = [Math.cos((i * Math.PI) / 4) * 66, Math.sin((i * Math.PI) / 4) * 30 + 26];
    return `<path d="M${x + 6} ${y}Q${round(x + 6 + dx * 0.6)} ${round(y - 26)} ${round(x + 6 + dx)} ${round(y + dy)}Q${round(x + 6 + dx * 0.5)} ${round(y - 6)} ${x + 6} ${y}" fill="${color}" opacity=".8"/>`;
  });
  return trunk + leaves;
}

/** Records on the wall, and a string of lights. */
function paintRecords(random: Random, { top, middle, light }: Palette): string {
  return (
    box(0, 0, WIDTH, HEIGHT, top, 0.35) +
    repeatShape(3, (i) => {
      const [x, y] = [random.hasLuck(0.5) ? 44 + i * 10 : 256 - i * 10, 62 + i * 96];
      return (
        circle(x, y, 38, "#1d1214", 0.9) +
        circle(x, y, 26, top, 0.5) +
        circle(x, y, 13, random.pick([middle, light]), 1) +
        circle(x, y, 3, top, 1)
      );
    }) +
    repeatShape(14, (i) => {
      const [x, y] = [i * 23 + 4, 18 + Math.sin(i / 2) * 9];
      return circle(x, y, 9, light, 0.3) + circle(x, y, 3.4, light, 1);
    }) +
    box(0, 330, WIDTH, 80, top, 0.7)
  );
}
