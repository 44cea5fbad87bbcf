import { type DiscoveryTab, emptyFilter, type Filter, type ViewerRole } from "@caramelo/contract/discovery/address";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { SessionUser } from "~/platform/session.ts";
import { useDebounced } from "~/ui/forms/use-debounced.ts";
import { countQuery } from "../queries.ts";
import { countOf } from "../rules.ts";
import { type AppliedFilter, toApplied } from "./filter-rules.ts";
import { nearTo } from "./quick-rules.ts";

const PAUSE_MS = 300;

export type DraftProps = {
  /** The applied filter, and the name of its city. */
  filter: Filter;
  cityLabel: string | undefined;
  tab: DiscoveryTab;
  viewer: ViewerRole;
  ownCity: SessionUser["city"];
  onApply: (applied: AppliedFilter) => void;
};
/** Equal filters have equal keys: their fields always have the same order. */
const keyOf = (filter: Filter) => JSON.stringify(filter);

type City = { value: string; label: string };
type ChangedFilter = { from: string; filter: Filter; city: City | null };

export type Draft = ReturnType<typeof useDraft>;

/** The draft filter. It restarts from the applied filter whenever that one changes. */
export function useDraft({ filter: applied, cityLabel, tab, viewer, ownCity, onApply }: DraftProps) {
  const [changedFilter, setChangedFilter] = useState<ChangedFilter>();
  const from = keyOf(applied);
  const isChanged = changedFilter?.from === from;
  const filter = isChanged ? changedFilter.filter : applied;
  const appliedCity = applied.cityId === undefined ? null : { value: String(applied.cityId), label: cityLabel ?? "" };
  const city = isChanged ? changedFilter.city : appliedCity;

  const key = keyOf(filter);
  const isSettled = useDebounced(key, PAUSE_MS) === key;
  const counts = useQuery({ ...countQuery(filter), enabled: isSettled });

  const change = (next: Partial<Filter>, nextCity = city) =>
    setChangedFilter({ from, filter: toApplied({ ...filter, ...next }, viewer).filter, city: nextCity });
  const reset = () => setChangedFilter(undefined);
  return {
    viewer,
    filter,
    city,
    change,
    changeCity: (next: City | null) => change({ cityId: next ? Number(next.value) : undefined }, next),
    chooseOwnCity: ownCity
      ? () => change(nearTo(ownCity.id, filter), { value: String(ownCity.id), label: ownCity.label })
      : undefined,
    reset,
    apply: () => onApply(toApplied(filter, viewer)),
    clear: () => {
      reset();
      onApply(toApplied(emptyFilter(viewer), viewer));
    },
    /** How many profiles the open tab would show. */
    found: countOf(counts.data, tab),
    isCounting: !isSettled || counts.isPlaceholderData,
  };
}
