// Draws the photos that prove the layout of cards and profiles: bright, dark, wide, busy, with a tiny face or many. They are
// drawn, so that nobody's picture is used, and always the same. They belong to the gallery of components and never ship.
// Usage: node scripts/draw-hostile-photos.mjs
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { rgbaToThumbHash } from "thumbhash";

const FOLDER = fileURLToPath(new URL("../apps/web/app/routes/dev-gallery/", import.meta.url));
const QUALITY = 62;

/** @typedef {{ x: number, y: number, size: number, skin: string, hair: string, cloth: string, light?: string }} Person */

/** Head and shoulders; `x`, `y` is the middle of the face, `size` its height. @param {Person} person */
function drawPerson({ x, y, size, skin, hair, cloth, light = "#fff" }) {
  return `<g transform="translate(${x} ${y}) scale(${size / 100})">
    <path d="M-62 -8C-66 -78 -30 -92 2 -90C40 -90 66 -66 60 0C58 40 66 70 52 92L-50 92C-66 66 -58 40 -62 -8Z" fill="${hair}"/>
    <path d="M-120 230C-118 130 -80 96 -30 84L30 84C80 96 118 130 120 230Z" fill="${cloth}"/>
    <path d="M-20 36L20 36L24 92C10 108 -10 108 -24 92Z" fill="${skin}"/>
    <path d="M-20 46L20 46L22 74C8 64 -8 64 -22 74Z" fill="#000" opacity="0.22"/>
    <ellipse cx="0" cy="0" rx="40" ry="52" fill="${skin}"/>
    <ellipse cx="-14" cy="-14" rx="30" ry="40" fill="${light}" opacity="0.16"/>
    <path d="M-42 -8C-44 -60 -12 -70 6 -66C36 -66 46 -40 42 -6C34 -34 14 -44 -6 -44C-24 -42 -36 -30 -42 -8Z" fill="${hair}"/>
    <g fill="#1c120d"><ellipse cx="-16" cy="-2" rx="5.5" ry="3.4"/><ellipse cx="16" cy="-2" rx="5.5" ry="3.4"/></g>
    <path d="M-24 -12Q-16 -17 -8 -13M8 -13Q16 -17 24 -12" stroke="${hair}" stroke-width="3.4" fill="none" stroke-linecap="round"/>
    <path d="M-3 2Q-7 16 2 17" stroke="#000" stroke-opacity="0.3" stroke-width="2.4" fill="none"/>
    <path d="M-13 28Q0 38 13 28Q0 31 -13 28Z" fill="#8c2f32"/>
  </g>`;
}

/** Lights out of focus. @param {number} width @param {number} height @param {string[]} colors */
function drawLights(width, height, colors) {
  const spots = Array.from({ length: 26 }, (_, index) => {
    const [x, y] = [(index * 0.618034) % 1, (index * 0.754877) % 1];
    const r = 14 + ((index * 37) % 30);
    return `<circle cx="${x * width}" cy="${y * height * 0.8}" r="${r}" fill="${colors[index % colors.length]}" opacity="0.5"/>`;
  });
  return `<g filter="url(#soft)">${spots.join("")}</g>`;
}

/**
 * A whole photo: the ground, the people before it, the grain of a sensor.
 * @param {{ width: number, height: number, ground: string, people?: string, grain?: number }} scene
 */
const drawScene = ({
  width,
  height,
  ground,
  people = "",
  grain = 0.12,
}) => `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
  <defs>
    <filter id="soft"><feGaussianBlur stdDeviation="6"/></filter>
    <filter id="lens"><feGaussianBlur stdDeviation="1.4"/></filter>
    <filter id="grain" x="0" y="0" width="100%" height="100%">
      <feTurbulence type="fractalNoise" baseFrequency="0.8" numOctaves="2" seed="7"/><feColorMatrix type="saturate" values="0"/>
    </filter>
    <linearGradient id="dusk" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stop-color="#7fb2d9"/><stop offset="0.45" stop-color="#f3d9b1"/><stop offset="0.5" stop-color="#3f7f9b"/><stop offset="0.7" stop-color="#8fc1c4"/><stop offset="0.74" stop-color="#ecd7b0"/><stop offset="1" stop-color="#d8b98a"/>
    </linearGradient>
    <radialGradient id="snow"><stop offset="0" stop-color="#ffffff"/><stop offset="1" stop-color="#f2f1ee"/></radialGradient>
    <radialGradient id="bar" cx="0.7" cy="0.2"><stop offset="0" stop-color="#2a130b"/><stop offset="1" stop-color="#050303"/></radialGradient>
    <pattern id="tiles" width="96" height="96" patternUnits="userSpaceOnUse" patternTransform="rotate(18)"><rect width="96" height="96" fill="#fff"/><rect width="48" height="48" fill="#111"/><rect x="48" y="48" width="48" height="48" fill="#e6332a"/></pattern>
  </defs>
  ${ground}
  <g filter="url(#lens)">${people}</g>
  <rect width="100%" height="100%" filter="url(#grain)" opacity="${grain}" style="mix-blend-mode:overlay"/>
</svg>`;

/** @param {string} paint */
const fill = (paint) => `<rect width="100%" height="100%" fill="${paint}"/>`;
const MOUNTAINS = `${fill("#bcd3e6")}<g filter="url(#soft)"><path d="M0 430L150 250L260 360L420 150L600 400V800H0Z" fill="#6f8797"/><path d="M0 560L200 420L380 540L600 440V800H0Z" fill="#4e6a4d"/><path d="M0 700L600 600V800H0Z" fill="#9a9c62"/></g>`;

const SCENES = {
  bright: {
    label: "Muito clara",
    width: 600,
    height: 800,
    ground: fill("url(#snow)"),
    people: drawPerson({ x: 300, y: 300, size: 270, skin: "#f6dccb", hair: "#e9d9b4", cloth: "#fbfaf7" }),
  },
  dark: {
    label: "Muito escura",
    width: 600,
    height: 800,
    ground: fill("url(#bar)") + drawLights(600, 800, ["#3a1c0c", "#1d0f1e"]),
    people: drawPerson({
      x: 320,
      y: 330,
      size: 250,
      skin: "#3a2117",
      hair: "#080504",
      cloth: "#0b0708",
      light: "#a05a2c",
    }),
  },
  wide: {
    label: "Panorâmica",
    width: 1200,
    height: 480,
    ground: fill("url(#dusk)"),
    people: drawPerson({ x: 540, y: 220, size: 110, skin: "#b87a52", hair: "#2b1710", cloth: "#d8452e" }),
  },
  tiny: {
    label: "Rosto minúsculo",
    width: 600,
    height: 800,
    ground: MOUNTAINS,
    people: drawPerson({ x: 330, y: 610, size: 26, skin: "#d69c73", hair: "#3a2216", cloth: "#c22f2f" }),
  },
  group: {
    label: "Em grupo",
    width: 800,
    height: 600,
    ground: fill("#7d4a2c") + drawLights(800, 600, ["#f5c877", "#e58a4f", "#fff0cf"]),
    people: [
      { x: 130, y: 220, size: 125, skin: "#e2b08c", hair: "#6b3f20", cloth: "#27455f" },
      { x: 680, y: 210, size: 125, skin: "#8a5637", hair: "#150c08", cloth: "#e7e0d2" },
      { x: 400, y: 200, size: 120, skin: "#f0cdb0", hair: "#c79a4f", cloth: "#802f43" },
      { x: 265, y: 290, size: 135, skin: "#5c3521", hair: "#0d0806", cloth: "#d9a441" },
      { x: 540, y: 300, size: 135, skin: "#cf9468", hair: "#35190e", cloth: "#1f1f24" },
    ]
      .map(drawPerson)
      .join(""),
  },
  busy: {
    label: "Fundo agitado",
    width: 600,
    height: 800,
    ground: fill("url(#tiles)"),
    people: drawPerson({ x: 300, y: 280, size: 230, skin: "#c68a5e", hair: "#22120b", cloth: "#ffffff" }),
  },
  tall: {
    label: "Muito alta",
    width: 450,
    height: 1200,
    ground: fill("#d9cfc2") + drawLights(450, 1200, ["#ffffff", "#cdbba4"]),
    people: drawPerson({ x: 225, y: 190, size: 130, skin: "#a8683f", hair: "#1a0e09", cloth: "#3d5a4c" }),
  },
};

/** @param {Buffer} picture */
async function hash(picture) {
  const { data, info } = await sharp(picture)
    .resize(100, 100, { fit: "inside" })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString("base64");
}

await mkdir(path.join(FOLDER, "photos"), { recursive: true });
const records = [];
for (const [name, { label, ...scene }] of Object.entries(SCENES)) {
  const picture = await sharp(Buffer.from(drawScene(scene)))
    .webp({ quality: QUALITY, effort: 6 })
    .toBuffer();
  await writeFile(path.join(FOLDER, "photos", `${name}.webp`), picture);
  const { width, height } = scene;
  records.push(
    `  { label: "${label}", src: ${name}, width: ${width}, height: ${height}, thumbhash: "${await hash(picture)}" },`,
  );
}
const imports = Object.keys(SCENES)
  .toSorted()
  .map((name) => `import ${name} from "./photos/${name}.webp";`);
await writeFile(
  path.join(FOLDER, "hostile-photos.generated.ts"),
  `// Written by scripts/draw-hostile-photos.mjs.\n${imports.join("\n")}\n\nexport const hostilePhotos = [\n${records.join("\n")}\n];\n`,
);
