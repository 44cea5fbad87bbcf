import { useLocation } from "react-router";
import { LIST_ADDRESS, readListState } from "../rules.ts";

/** Where the way back leads: to the list as somebody left it, with its search, filters, order and page. */
export function useListAddress(): string {
  const { state } = useLocation();
  return `${LIST_ADDRESS}${readListState(state)}`;
}
