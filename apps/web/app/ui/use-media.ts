import { useSyncExternalStore } from "react";

/** Whether a media query holds now, such as `(pointer: fine)`; false in the page written at build. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (wake) => {
      const list = matchMedia(query);
      list.addEventListener("change", wake);
      return () => list.removeEventListener("change", wake);
    },
    () => matchMedia(query).matches,
    () => false,
  );
}
