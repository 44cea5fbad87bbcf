import {
  AGE_FILTER_DEFAULT_MAX,
  AGE_FILTER_MAX,
  AGE_FILTER_MIN,
  DISTANCE_MAX_KM,
  DISTANCE_MIN_KM,
  DISTANCE_STEP_KM,
} from "@caramelo/contract/limits";
import type { DiscoveryQuestion, SavedFilter } from "./types.ts";

export type DiscoveryTab = "todos" | "destaque" | "novos";
export type ViewerRole = "baby" | "daddy" | "mommy" | "admin";
type AccountType = Exclude<ViewerRole, "admin">;

/** What a member looks for, as it is asked of the server: ages always, everything else only when it is chosen. */
export type Filter = SavedFilter & { ageMin: number; ageMax: number };

/** The account types of which this viewer may choose one: those who are shown more than one. */
export function listRoles(viewer: ViewerRole): readonly AccountType[] {
  if (viewer === "admin") return ["baby", "daddy", "mommy"];
  return viewer === "baby" ? ["daddy", "mommy"] : [];
}

/** The filter before anything is chosen. Staff see everybody. */
export const emptyFilter = (viewer: ViewerRole): Filter => ({
  ageMin: AGE_FILTER_MIN,
  ageMax: viewer === "admin" ? AGE_FILTER_MAX : AGE_FILTER_DEFAULT_MAX,
});

/** The filter without what is not chosen: a distance needs a city, and the longest one is any. Always in the same order. */
export function tidy({ ageMin, ageMax, cityId, distanceKm, role, verified, presence }: Filter): Filter {
  const hasDistance = cityId !== undefined && distanceKm !== undefined && distanceKm < DISTANCE_MAX_KM;
  return {
    ageMin,
    ageMax,
    ...(cityId !== undefined && { cityId }),
    ...(hasDistance && { distanceKm }),
    ...(role && { role }),
    ...(verified && { verified }),
    ...(presence && { presence }),
  };
}

/** The names of the filter in the address. */
export const NAMES = {
  ages: "idade",
  city: "cidade",
  km: "km",
  role: "tipo",
  verified: "verificados",
  presence: "presenca",
} as const;
export const RECENT = "recente";

export function readTab(address: URLSearchParams): DiscoveryTab {
  const tab = address.get("aba");
  return tab === "destaque" || tab === "novos" ? tab : "todos";
}

/** The filter of an address; undefined when the address names none. What does not fit is left out. */
export function readFilter(address: URLSearchParams, viewer: ViewerRole): Filter | undefined {
  if (!Object.values(NAMES).some((name) => address.has(name))) return undefined;
  const km = readNumber(address.get(NAMES.km), DISTANCE_MIN_KM, DISTANCE_MAX_KM);
  return tidy({
    ...emptyFilter(viewer),
    ...readAges(address.get(NAMES.ages)),
    cityId: readNumber(address.get(NAMES.city), 1, 9_999_999),
    distanceKm: km && km - (km % DISTANCE_STEP_KM),
    role: listRoles(viewer).find((role) => role === address.get(NAMES.role)),
    verified: address.get(NAMES.verified) === "1" ? "1" : undefined,
    presence: readPresence(address.get(NAMES.presence)),
  });
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

/** The filter that the server keeps for this member. */
export function fromSaved(saved: SavedFilter | null, viewer: ViewerRole): Filter {
  const role = listRoles(viewer).find((one) => one === saved?.role);
  return tidy({ ...emptyFilter(viewer), ...saved, role });
}

export const toQuestion = (tab: DiscoveryTab, filter: Filter): DiscoveryQuestion =>
  tab === "todos" ? filter : { tab: tab === "novos" ? "new" : "highlighted", ...filter };

export function hasOtherAges({ ageMin, ageMax }: Filter, viewer: ViewerRole): boolean {
  const empty = emptyFilter(viewer);
  return ageMin !== empty.ageMin || ageMax !== empty.ageMax;
}

/** "22 a 34 anos"; the upper end means "or more". */
export function agesText(from: number, to: number): string {
  if (to < AGE_FILTER_MAX) return `${from} a ${to} anos`;
  return from === AGE_FILTER_MIN ? "Todas as idades" : `${from} anos ou mais`;
}

export const distanceText = (km = DISTANCE_MAX_KM): string =>
  km >= DISTANCE_MAX_KM ? "Qualquer distância" : `até ${km} km`;

export const ROLE_WORDS = { baby: "Babies", daddy: "Daddies", mommy: "Mommies" } as const;
export const PRESENCE_LABELS = { online: "Online", recent: "Online Recente" } as const;

/** The chosen filters in words, such as "São Paulo, SP · 22 a 34 anos · até 50 km"; empty when nothing is chosen. */
export function summarize(filter: Filter, viewer: ViewerRole, cityLabel: string | undefined): string {
  const { ageMin, ageMax, cityId, distanceKm, role, verified, presence } = filter;
  const parts = [
    role && ROLE_WORDS[role],
    cityId && (cityLabel ?? "Cidade escolhida"),
    hasOtherAges(filter, viewer) && agesText(ageMin, ageMax),
    distanceKm && distanceText(distanceKm),
    verified && "Verificados",
    presence && PRESENCE_LABELS[presence],
  ];
  return parts.filter(Boolean).join(" · ");
}

const countWords = (count: number) => `${count.toLocaleString("pt-BR")} ${count === 1 ? "perfil" : "perfis"}`;

/** What the filter in the panel would show, before it is applied. */
export const foundText = (count: number): string =>
  count === 0 ? "Nenhum perfil com estes filtros" : `${countWords(count)} com estes filtros`;

export type Demos = "none" | "some" | "all";

/** How many of the shown profiles belong to the demonstration. */
export function findDemos(profiles: readonly { isDemo: boolean }[]): Demos {
  const count = profiles.filter(({ isDemo }) => isDemo).length;
  if (count === 0) return "none";
  return count === profiles.length ? "all" : "some";
}

const DEMO_WORDS = { none: "", some: ", alguns de demonstração", all: " de demonstração" };

/** The count of a list in words, which says when members of the demonstration are among the shown ones. */
export const resultText = (count: number, demos: Demos): string => countWords(count) + DEMO_WORDS[demos];
