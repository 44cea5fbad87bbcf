import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { findSectionInView } from "./rules.ts";

/** Brings the place that the address names into view when the page opens there: it came after its address. */
export function useOpenAtPlace(places: readonly { id: string }[]): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: later places are gone to by their links
  useEffect(() => {
    const asked = location.hash.slice(1);
    if (scrollY === 0 && places.some(({ id }) => id === asked)) document.getElementById(asked)?.scrollIntoView();
  }, []);
}

/** At the very end places may be too short to reach the upper third: the one asked for, or the last. */
function findAtEnd(tops: readonly { id: string; top: number }[]): string | undefined {
  const asked = tops.find(({ id, top }) => id === location.hash.slice(1) && top >= 0 && top < innerHeight);
  return (asked ?? tops.at(-1))?.id;
}

/** Which of the places of a page is being read, while it scrolls. */
export function useSectionInView(places: readonly { id: string }[]): string | undefined {
  const [here, setHere] = useState<string>();
  const { hash } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: at the end of the page a link moves nothing but the address
  useEffect(() => {
    function look() {
      const tops = places.flatMap(({ id }) => {
        const place = document.getElementById(id);
        return place ? [{ id, top: place.getBoundingClientRect().top }] : [];
      });
      const { scrollHeight } = document.documentElement;
      const isAtEnd = scrollY > 0 && scrollY + innerHeight >= scrollHeight - 2;
      setHere(isAtEnd ? findAtEnd(tops) : findSectionInView(tops, innerHeight));
    }
    look();
    addEventListener("scroll", look, { passive: true });
    addEventListener("resize", look);
    return () => {
      removeEventListener("scroll", look);
      removeEventListener("resize", look);
    };
  }, [places, hash]);
  return here;
}
