import { useEffect, useRef } from "react";
import { useSearchParams } from "react-router";
import { changeAddress } from "~/ui/lists/list-address-rules.ts";

type Change = (key: string, value: string | undefined, options?: { replace?: boolean }) => void;

/**
 * The filters, order and page of a list, stored in the address. A change applies to the current address, because a
 * typed text is written after a pause, during which another filter may have changed.
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
