import {
  AGE_FILTER_DEFAULT_MAX,
  AGE_FILTER_MAX,
  AGE_FILTER_MIN,
  DISTANCE_MAX_KM,
  DISTANCE_MIN_KM,
  DISTANCE_STEP_KM,
} from "../limits.ts";
import type { DiscoveryFilter } from "./filter.ts";

// The address of the search. The browser parses it to make the call; the server parses it to send the first answers.

export type DiscoveryTab = "todos" | "destaque" | "novos";
export type ViewerRole = "baby" | "daddy" | "mommy" | "admin";
type AccountType = Exclude<ViewerRole, "admin">;

/** A member's filter as sent to the server: always the ages, and other fields only when chosen. */
export type Filter = DiscoveryFilter & { ageMin: number; ageMax: number };

/** The account types that this viewer may choose from; empty for a viewer who sees only one. */
export function listRoles(viewer: ViewerRole): readonly AccountType[] {
  if (viewer === "admin") return ["baby", "daddy", "mommy"];
  return viewer === "baby" ? ["daddy", "mommy"] : [];
}

/** The initial filter. For staff it includes all ages. */
export const emptyFilter = (viewer: ViewerRole): Filter => ({
  ageMin: AGE_FILTER_MIN,
  ageMax: viewer === "admin" ? AGE_FILTER_MAX : AGE_FILTER_DEFAULT_MAX,
});

export function hasOtherAges({ ageMin, ageMax }: Filter, viewer: ViewerRole): boolean {
  const empty = emptyFilter(viewer);
  return ageMin !== empty.ageMin || ageMax !== empty.ageMax;
}

/** The yes-or-no filters, with their names in the address. */
const YES_NAMES = { verified: "verificados" } as const satisfies Partial<Record<keyof DiscoveryFilter, string>>;
export type YesFilter = keyof typeof YES_NAMES;
// The record has no other keys.
export const YES_FILTERS = Object.keys(YES_NAMES) as readonly YesFilter[];

const pickYes = (isChosen: (name: YesFilter) => boolean): Partial<Record<YesFilter, "1">> =>
  Object.fromEntries(YES_FILTERS.filter(isChosen).map((name) => [name, "1" as const]));

/**
 * Returns the filter without unset fields, always in the same order. A distance needs a city, and the maximum distance
 * means any.
 */
export function tidy({ ageMin, ageMax, cityId, distanceKm, role, presence, ...rest }: Filter): Filter {
  const hasDistance = cityId !== undefined && distanceKm !== undefined && distanceKm < DISTANCE_MAX_KM;
  return {
    ageMin,
    ageMax,
    ...(cityId !== undefined && { cityId }),
    ...(hasDistance && { distanceKm }),
    ...(role && { role }),
    ...pickYes((name) => rest[name] !== undefined),
    ...(presence && { presence }),
  };
}

/** The names of the filter's fields in the address. */
const NAMES = { ages: "idade", city: "cidade", km: "km", role: "tipo", ...YES_NAMES, presence: "presenca" } as const;
const RECENT = "recente";

export function readTab(address: URLSearchParams): DiscoveryTab {
  const tab = address.get("aba");
  return tab === "destaque" || tab === "novos" ? tab : "todos";
}

/** Parses the filter of an address; undefined without one. Ignores invalid parts. */
export function readFilter(address: URLSearchParams, viewer: ViewerRole): Filter | undefined {
  if (!Object.values(NAMES).some((name) => address.has(name))) return undefined;
  const km = readNumber(address.get(NAMES.km), DISTANCE_MIN_KM, DISTANCE_MAX_KM);
  return tidy({
    ...emptyFilter(viewer),
    ...readAges(address.get(NAMES.ages)),
    cityId: readNumber(address.get(NAMES.city), 1, 9_999_999),
    distanceKm: km && km - (km % DISTANCE_STEP_KM),
    role: listRoles(viewer).find((role) => role === address.get(NAMES.role)),
    ...pickYes((name) => address.get(NAMES[name]) === "1"),
    presence: readPresence(address.get(NAMES.presence)),
  });
}

/** Writes a filter into the address, without defaults. */
export function writeFilter(filter: Filter, viewer: ViewerRole): Record<string, string> {
  const { ageMin, ageMax, cityId, distanceKm, role, presence } = filter;
  const yes = YES_FILTERS.flatMap((name) => (filter[name] ? [[NAMES[name], "1"]] : []));
  return {
    ...(hasOtherAges(filter, viewer) && { [NAMES.ages]: `${ageMin}-${ageMax}` }),
    ...(cityId && { [NAMES.city]: String(cityId) }),
    ...(distanceKm && { [NAMES.km]: String(distanceKm) }),
    ...(role && { [NAMES.role]: role }),
    ...Object.fromEntries(yes),
    ...(presence && { [NAMES.presence]: presence === "recent" ? RECENT : presence }),
  };
}

function readAges(text: string | null): { ageMin: number; ageMax: number } | undefined {
  const [ageMin, ageMax] = (text ?? "").split("-").map((age) => readNumber(age, AGE_FILTER_MIN, AGE_FILTER_MAX));
  return ageMin && ageMax && ageMin < ageMax ? { ageMin, ageMax } : undefined;
}

function readPresence(text: string | null): Filter["presence"] {
  if (text === RECENT) return "recent";
  return text === "online" ? text : undefined;
}

function readNumber(text: string | null, min: number, max: number): number | undefined {
  const value = /^\d{1,7}$/.test(text ?? "") ? Number(text) : 0;
  return value >= min && value <= max ? value : undefined;
}

/** Returns this member's filter as stored on the server, or the empty one. */
export function fromSaved(savedFilter: DiscoveryFilter | null, viewer: ViewerRole): Filter {
  const role = listRoles(viewer).find((role) => role === savedFilter?.role);
  return tidy({ ...emptyFilter(viewer), ...savedFilter, role });
}

/** Returns the input for the server: the filter, and the tab unless it is the one with all members. */
export const toQuestion = (tab: DiscoveryTab, filter: Filter): Filter & { tab?: "new" | "highlighted" } =>
  tab === "todos" ? filter : { tab: tab === "novos" ? "new" : "highlighted", ...filter };
