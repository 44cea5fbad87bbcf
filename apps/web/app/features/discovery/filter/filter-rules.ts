import {
  type Filter,
  hasOtherAges,
  tidy,
  type ViewerRole,
  writeFilter,
  YES_FILTERS,
  type YesFilter,
} from "@caramelo/contract/discovery/address";
import { countWords } from "@caramelo/contract/formats/counts";
import { AGE_FILTER_MAX, AGE_FILTER_MIN, DISTANCE_MAX_KM } from "@caramelo/contract/limits";
import type { SavedFilter } from "../queries.ts";

/** An age range in words, such as "22 a 34 anos". The highest age that can be chosen means "or more". */
export function agesText(from: number, to: number): string {
  if (to < AGE_FILTER_MAX) return `${from} a ${to} anos`;
  return from === AGE_FILTER_MIN ? "Todas as idades" : `${from} anos ou mais`;
}

export const distanceText = (km = DISTANCE_MAX_KM): string =>
  km >= DISTANCE_MAX_KM ? "Qualquer distância" : `até ${km} km`;

export const ROLE_WORDS = { baby: "Babies", daddy: "Daddies", mommy: "Mommies" } as const;
export const PRESENCE_LABELS = { online: "Online", recent: "Online Recente" } as const;

/** The words of each yes-or-no filter: `short` in the summary, `long` next to its box. */
export const YES_WORDS: Record<YesFilter, { short: string; long: string }> = {
  verified: { short: "Verificados", long: "Só perfis verificados" },
};

/** The chosen filters in words, such as "São Paulo, SP · 22 a 34 anos · até 50 km"; empty when nothing is chosen. */
export function summarize(filter: Filter, viewer: ViewerRole, cityLabel: string | undefined): string {
  const { ageMin, ageMax, cityId, distanceKm, role, presence } = filter;
  const parts = [
    role && ROLE_WORDS[role],
    cityId && (cityLabel ?? "Cidade escolhida"),
    hasOtherAges(filter, viewer) && agesText(ageMin, ageMax),
    distanceKm && distanceText(distanceKm),
    ...YES_FILTERS.map((name) => filter[name] && YES_WORDS[name].short),
    presence && PRESENCE_LABELS[presence],
  ];
  return parts.filter(Boolean).join(" · ");
}

const profilesText = (count: number) => countWords(count, "perfil", "perfis");

/** The number of profiles for the filter in the panel, before it is applied. */
export const foundText = (count: number): string =>
  count === 0 ? "Nenhum perfil com estes filtros" : `${profilesText(count)} com estes filtros`;

export type Demos = "none" | "some" | "all";

/** Whether none, some or all of the shown profiles are demo members. */
export function findDemos(profiles: readonly { isDemo: boolean }[]): Demos {
  const count = profiles.filter(({ isDemo }) => isDemo).length;
  if (count === 0) return "none";
  return count === profiles.length ? "all" : "some";
}

const DEMO_WORDS = { none: "", some: ", alguns de demonstração", all: " de demonstração" };

/** The count of a list in words, which also mention demo members in view. */
export const resultText = (count: number, demos: Demos): string => profilesText(count) + DEMO_WORDS[demos];

/** A filter in three forms: for the list, for the address, and for the server to remember. */
export type AppliedFilter = { filter: Filter; address: Record<string, string>; saved: SavedFilter };

/**
 * Makes the three forms of a filter when it is applied. Default values are left out of the address and of the
 * remembered filter.
 */
export function toApplied(chosenFilter: Filter, viewer: ViewerRole): AppliedFilter {
  const filter = tidy(chosenFilter);
  const { ageMin: _, ageMax: __, ...rest } = filter;
  return { filter, address: writeFilter(filter, viewer), saved: hasOtherAges(filter, viewer) ? filter : rest };
}
