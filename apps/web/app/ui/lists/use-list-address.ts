import { useEffect, useRef } from "react";
import { useSearchParams } from "react-router";
import { changeAddress } from "~/ui/lists/list-address-rules.ts";

type Change = (key: string, value: string | undefined, options?: { replace?: boolean }) => void;

/**
 * The filters, the order and the page of a list, which are kept in the address. A change uses the address as it is then,
 * because a typed text is written after a pause, during which another filter may have been chosen.
 */
export function useListAddress(): { search: URLSearchParams; change: Change; clear: () => void } {
  const [search, setSearch] = useSearchParams();
  const latest = useRef(search);
  useEffect(() => {
    latest.current = search;
  }, [search]);
  return {
    search,
    change: (key, value, options) => setSearch(changeAddress(latest.current, key, value), options),
    clear: () => setSearch({}),
  };
}
