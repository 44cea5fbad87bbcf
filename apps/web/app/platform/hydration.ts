import { useSyncExternalStore } from "react";

const never = () => () => {};

/** False in the page written at build and until React has taken it over; then true. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
