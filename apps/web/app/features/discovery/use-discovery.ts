import {
  type DiscoveryTab,
  emptyFilter,
  type Filter,
  readFilter,
  readTab,
  toQuestion,
} from "@caramelo/contract/discovery/address";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import type { SessionUser } from "~/platform/session.ts";
import { useMedia } from "~/ui/basics/use-media.ts";
import { type AppliedFilter, summarize, toApplied } from "./filter/filter-rules.ts";
import { findIsOpen, saveFilter, storeIsOpen, useSavedFilter } from "./filter/filter-store.ts";
import { countQuery } from "./queries.ts";
import { startAnew } from "./visit/visit-store.ts";

/** The state of the screen: tab and filter, which are stored in the address, and the numbers of profiles. */
export function useDiscovery(me: SessionUser) {
  const [address, setAddress] = useSearchParams();
  const savedFilter = useSavedFilter(me);
  const tab = readTab(address);
  const filter = readFilter(address, me.role) ?? savedFilter;
  const counts = useQuery(countQuery(filter));
  const cityLabel = counts.isPlaceholderData ? undefined : (counts.data?.cityLabel ?? undefined);
  const go = (to: DiscoveryTab, params: Record<string, string>) =>
    setAddress({ ...(to !== "todos" && { aba: to }), ...params }, { replace: true });
  function apply({ filter: next, address: params, saved: body }: AppliedFilter) {
    saveFilter(me, next, body);
    go(tab, params);
  }
  return {
    tab,
    filter,
    question: toQuestion(tab, filter),
    counts: counts.data,
    cityLabel,
    summary: summarize(filter, me.role, cityLabel),
    // The filter stays in its place: the address or the server.
    changeTab: (to: DiscoveryTab) => {
      const { aba: _, ...params } = Object.fromEntries(address);
      go(to, params);
    },
    apply,
    change: (change: Partial<Filter>) => apply(toApplied({ ...filter, ...change }, me.role)),
    clear: () => apply(toApplied(emptyFilter(me.role), me.role)),
  };
}

/** `key` changes with the question and with each new order of the profiles. `isOpening`: the screen has just opened. */
export function useShownList(memberId: string, question: string) {
  const [round, setRound] = useState(0);
  const [isOpening, setIsOpening] = useState(true);
  useEffect(() => setIsOpening(false), []);
  function shuffle() {
    startAnew(memberId, question);
    setRound(round + 1);
  }
  return { key: `${round} ${question}`, isOpening, shuffle };
}

/**
 * Where the filters appear, and whether they are open. In wide windows they are open initially if the member left them
 * open.
 */
export function useFilterPlace() {
  const isTablet = useMedia("(min-width: 48rem)");
  const isDesktop = useMedia("(min-width: 80rem)");
  const [isOpenBeside, setIsOpenBeside] = useState(findIsOpen);
  const [isOpenElsewhere, setIsOpenElsewhere] = useState(false);
  function changeBeside(isOpen: boolean) {
    storeIsOpen(isOpen);
    setIsOpenBeside(isOpen);
  }
  if (isDesktop) return { place: "beside" as const, isOpen: isOpenBeside, setIsOpen: changeBeside };
  return {
    place: isTablet ? ("above" as const) : ("sheet" as const),
    isOpen: isOpenElsewhere,
    setIsOpen: setIsOpenElsewhere,
  };
}
