import { openRandom, type Random } from "../random.ts";
import { type PaletteName, PLACES_ANYWHERE, type Place, paintPlace, palettes } from "./places.ts";
import { SCENE_HEIGHT, SCENE_WIDTH } from "./shapes.ts";

/** A place, its colours, and a name that decides where its lights and leaves are. */
export type Scene = { place: Place; palette: PaletteName; name: string };

type List<T> = readonly [T, ...T[]];

/** The colours that suit each place. */
const suiting: Record<Place, List<PaletteName>> = {
  bokeh: ["night", "wine", "dusk", "cafe", "blue", "lilac", "rose", "teal"],
  arch: ["clay", "sand", "peach", "rose", "morning", "sea", "olive"],
  window: ["sand", "peach", "morning", "clay", "rose", "cafe"],
  lamps: ["night", "wine", "cafe", "blue", "teal", "dusk"],
  palms: ["dusk", "rose", "lilac", "sea", "peach", "blue"],
  beach: ["dusk", "sea", "morning", "peach", "rose", "lilac"],
  garden: ["olive", "sea", "teal", "morning", "olive"],
  city: ["night", "blue", "dusk", "lilac"],
  books: ["cafe", "clay", "sand", "teal", "cafe"],
  kitchen: ["cafe", "sand", "peach", "morning", "clay", "teal"],
  cafe: ["cafe", "clay", "dusk", "wine", "teal"],
  gallery: ["sand", "morning", "rose", "peach", "lilac"],
  music: ["wine", "night", "dusk", "cafe", "blue"],
  guitar: ["wine", "night", "dusk", "cafe", "blue"],
  park: ["olive", "teal", "morning", "sea", "dusk"],
  trail: ["dusk", "blue", "lilac", "morning", "sea", "olive"],
};

type Setting = { place: Place; palette: PaletteName };

/**
 * Chooses places and colours for one album: a place that says nothing, then the places of the person's bio, then other
 * places. No place comes twice; colours come again only when a place has no unused ones.
 */
export function drawScenes(
  random: Random,
  bioPlaces: readonly Place[],
  isWanted: (palette: PaletteName) => boolean,
): [Setting, ...Setting[]] {
  const usedPalettes = new Set<PaletteName>();
  const set = (place: Place): Setting => {
    const wantedPalettes = random.shuffle(suiting[place]).filter(isWanted);
    const palette = wantedPalettes.find((name) => !usedPalettes.has(name)) ?? wantedPalettes[0] ?? "sand";
    usedPalettes.add(palette);
    return { place, palette };
  };
  const [first = "bokeh", ...others] = random.shuffle(PLACES_ANYWHERE);
  return [set(first), ...[...bioPlaces, ...others].map(set)];
}

/** How strongly each place is out of focus, in pixels of the small drawing. */
export const sceneBlur: Record<Place, number> = {
  bokeh: 3.2,
  arch: 4.5,
  window: 6,
  lamps: 4.5,
  palms: 4,
  beach: 2.4,
  garden: 3,
  city: 2,
  books: 2,
  kitchen: 1.8,
  cafe: 2.2,
  gallery: 2,
  music: 2,
  guitar: 2,
  park: 2.6,
  trail: 2.2,
};

const VIGNETTE = `<radialGradient id="v" cx=".5" cy=".42" r=".85"><stop offset=".6" stop-color="#1c0d08" stop-opacity="0"/><stop offset="1" stop-color="#1c0d08" stop-opacity=".26"/></radialGradient>`;

/** Draws the place behind a person as a small SVG, not yet blurred. */
export function drawScene({ place, palette: paletteName, name }: Scene): string {
  const palette = palettes[paletteName];
  const stops = `<stop offset="0" stop-color="${palette.top}"/><stop offset=".55" stop-color="${palette.middle}"/><stop offset="1" stop-color="${palette.bottom}"/>`;
  const whole = (fill: string) => `<rect width="${SCENE_WIDTH}" height="${SCENE_HEIGHT}" fill="${fill}"/>`;
  const painted = paintPlace(place, openRandom(name), palette);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SCENE_WIDTH}" height="${SCENE_HEIGHT}"><defs><linearGradient id="g" x1="0" y1="0" x2=".25" y2="1">${stops}</linearGradient>${VIGNETTE}</defs>${whole("url(#g)")}${painted}${whole("url(#v)")}</svg>`;
}
