import { useEffect, useState } from "react";
import { findSectionInView } from "./rules.ts";

/** Which of the places of a page is being read, while it scrolls. */
export function useSectionInView(places: readonly { id: string }[]): string | undefined {
  const [here, setHere] = useState<string>();
  useEffect(() => {
    function look() {
      const tops = places.flatMap(({ id }) => {
        const place = document.getElementById(id);
        return place ? [{ id, top: place.getBoundingClientRect().top }] : [];
      });
      const { scrollHeight } = document.documentElement;
      // At the very end the last place may be too short to reach the upper third.
      const isAtEnd = scrollY > 0 && scrollY + innerHeight >= scrollHeight - 2;
      setHere(isAtEnd ? tops.at(-1)?.id : findSectionInView(tops, innerHeight));
    }
    look();
    addEventListener("scroll", look, { passive: true });
    addEventListener("resize", look);
    return () => {
      removeEventListener("scroll", look);
      removeEventListener("resize", look);
    };
  }, [places]);
  return here;
}
