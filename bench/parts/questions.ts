import { createHash } from "node:crypto";
import { citiesWithin, listCities } from "../../apps/server/src/platform/cities/cities.ts";
import type { Visitor } from "../fixtures/sessions.ts";

/** What is asked of discovery beside the cursor. */
export type Question = {
  visitor: Visitor;
  seed: number;
  ages?: { min: number; max: number };
  near?: { cityId: number; km: number };
};

/** A number below `end` from a hash of the key: random, and the same in every run. */
function draw(key: string, end: number): number {
  return createHash("sha256").update(key).digest().readUInt32BE(0) % end;
}

/** Half ask what a first visit asks, a quarter for a narrow range of ages, a quarter for a distance. */
export function drawQuestions(visitors: Visitor[], count: number): Question[] {
  return Array.from({ length: count }, (_, index) => {
    const visitor = visitors[draw(`visitor ${index}`, visitors.length)];
    if (!visitor) throw new Error("nobody is signed in");
    const seed = draw(`seed ${index}`, 2_147_483_646);
    const youngest = 18 + draw(`age ${index}`, 20);
    if (index % 4 === 1) return { visitor, seed, ages: { min: youngest, max: youngest + 12 } };
    if (index % 4 === 3) return { visitor, seed, near: { cityId: visitor.cityId, km: 50 } };
    return { visitor, seed, ages: { min: 18, max: 60 } };
  });
}

export function formatQuestion({ seed, ages, near }: Question, cursor?: string | null): string {
  const asked = {
    seed,
    ...(ages && { ageMin: ages.min, ageMax: ages.max }),
    ...(near && { cityId: near.cityId, distanceKm: near.km }),
    ...(cursor && { cursor }),
  };
  return `/api/discovery?${new URLSearchParams(Object.entries(asked).map(([key, value]) => [key, String(value)]))}`;
}

const unlocatedIds = listCities()
  .filter(({ lat, lng }) => lat === null || lng === null)
  .map(({ id }) => id);

/** The cities that a distance lets pass, those without known coordinates among them; null without a distance. */
export function citiesNear(near: Question["near"]): number[] | null {
  return near ? [...citiesWithin(near.cityId, near.km), ...unlocatedIds] : null;
}
