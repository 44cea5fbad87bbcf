import { readFileSync } from "node:fs";
import { foldText } from "@caramelo/contract/formats/fold-text";

/**
 * A Brazilian municipality. `id` is its 7-digit IBGE code; the degrees are those of the town, not of the middle of its
 * area.
 */
export type City = { id: number; name: string; uf: string; lat: number | null; lng: number | null };

type Coordinates = Pick<City, "lat" | "lng">;
type Closeness = "name" | "start" | "word" | "inside";
type Entry = { city: City; foldedName: string; foldedLabel: string };

const EARTH_RADIUS_KM = 6371;
const RADIANS_PER_DEGREE = Math.PI / 180;

// The longest label is far shorter, so a longer query matches nothing and need not be folded.
const MAX_QUERY_LENGTH = 100;

// Capitals come first because the source lacks populations: "campo grande" should offer the city in MS first.
const CAPITAL_IDS = new Set([
  1100205, 1200401, 1302603, 1400100, 1501402, 1600303, 1721000, 2111300, 2211001, 2304400, 2408102, 2507507, 2611606,
  2704302, 2800308, 2927408, 3106200, 3205309, 3304557, 3550308, 4106902, 4205407, 4314902, 5002704, 5103403, 5208707,
  5300108,
]);

const cities = readCities();
const cityById = new Map(cities.map((city) => [city.id, city]));
const entries = cities.map(toEntry).sort(byNotability);

function readCities(): City[] {
  const text = readFileSync(new URL("./data/cities.json", import.meta.url), "utf8");
  // The cast holds because scripts/generate-cities.ts writes exactly these rows, and a test checks every one.
  const rows = JSON.parse(text) as [number, string, string, number | null, number | null][];
  return rows.map(([id, name, uf, lat, lng]) => ({ id, name, uf, lat, lng }));
}

/** Returns every municipality, sorted by UF and name. */
export function listCities(): readonly City[] {
  return cities;
}

export function findCity(id: number): City | undefined {
  return cityById.get(id);
}

/** The city of a stored id. A foreign key guarantees that it exists. */
export function getCity(id: number): City {
  const city = findCity(id);
  if (!city) throw new Error(`no city ${id}`);
  return city;
}

export function cityLabelOf(id: number): string {
  return cityLabel(getCity(id));
}

/** The label that members read: "City, UF". */
export function cityLabel(city: Pick<City, "name" | "uf">): string {
  return `${city.name}, ${city.uf}`;
}

/** Folds text as all searches do; moreover, punctuation becomes one space. */
export function foldCityText(text: string): string {
  return foldText(text)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/**
 * Returns at most `limit` cities whose label contains the query: first cities with exactly that name, then names that
 * begin with the query, then labels with a word that begins with it, then the rest. Within each group capitals come
 * first, then shorter names, then alphabetical order.
 */
export function searchCities(query: string, limit: number): City[] {
  if (query.length > MAX_QUERY_LENGTH) return [];
  const searchedText = foldCityText(query);
  if (searchedText === "") return [];

  const foundCities: Record<Closeness, City[]> = { name: [], start: [], word: [], inside: [] };
  for (const entry of entries) {
    if (entry.foldedLabel.includes(searchedText)) foundCities[classifyCloseness(entry, searchedText)].push(entry.city);
  }
  return [...foundCities.name, ...foundCities.start, ...foundCities.word, ...foundCities.inside].slice(
    0,
    Math.max(0, limit),
  );
}

/** Returns the ids of the cities whose folded label, punctuation included, contains the folded text. */
export function listCityIdsHolding(text: string): number[] {
  return plainLabels.flatMap(({ id, label }) => (label.includes(text) ? [id] : []));
}

const plainLabels = cities.map((city) => ({ id: city.id, label: foldText(cityLabel(city)) }));

function classifyCloseness({ foldedName, foldedLabel }: Entry, wantedText: string): Closeness {
  if (foldedName === wantedText) return "name";
  if (foldedLabel.startsWith(wantedText)) return "start";
  return foldedLabel.includes(` ${wantedText}`) ? "word" : "inside";
}

function toEntry(city: City): Entry {
  return { city, foldedName: foldCityText(city.name), foldedLabel: foldCityText(cityLabel(city)) };
}

function byNotability(a: Entry, b: Entry): number {
  const capitalsFirst = Number(CAPITAL_IDS.has(b.city.id)) - Number(CAPITAL_IDS.has(a.city.id));
  if (capitalsFirst !== 0) return capitalsFirst;
  const shorterFirst = a.city.name.length - b.city.name.length;
  if (shorterFirst !== 0) return shorterFirst;
  return a.foldedLabel < b.foldedLabel ? -1 : 1;
}

/**
 * Returns the great-circle distance in whole kilometres (K9), or null when the coordinates of either city are unknown.
 */
export function distanceKm(a: Coordinates, b: Coordinates): number | null {
  if (a.lat === null || a.lng === null || b.lat === null || b.lng === null) return null;
  const latA = a.lat * RADIANS_PER_DEGREE;
  const latB = b.lat * RADIANS_PER_DEGREE;
  const halfLat = Math.sin((latB - latA) / 2);
  const halfLng = Math.sin(((b.lng - a.lng) * RADIANS_PER_DEGREE) / 2);
  const haversine = halfLat ** 2 + Math.cos(latA) * Math.cos(latB) * halfLng ** 2;
  // At the antipode rounding can make the sum slightly larger than 1, and asin would answer NaN.
  return Math.round(2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(haversine))));
}

/** `distanceKm` of two cities of stored ids. */
export function distanceBetween(cityId: number, otherId: number): number | null {
  return distanceKm(getCity(cityId), getCity(otherId));
}

/** Returns the ids of the city itself and of all cities at most `km` away, as rounded; none for an unknown city. */
export function citiesWithin(cityId: number, km: number): number[] {
  const centre = findCity(cityId);
  if (!centre) return [];
  const isWithin = (city: City) => city === centre || (distanceKm(centre, city) ?? Number.POSITIVE_INFINITY) <= km;
  return cities.filter(isWithin).map((city) => city.id);
}
