import { useLocation } from "react-router";
import { LIST_ADDRESS, readListState } from "../rules.ts";

/** The address of the list as the staff left it, with its search, filters, order and page. */
export function useListAddress(): string {
  const { state } = useLocation();
  return `${LIST_ADDRESS}${readListState(state)}`;
}
