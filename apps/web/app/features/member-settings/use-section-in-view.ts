import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { findSectionInView } from "./rules.ts";

/** Scrolls to the section that the address names. The browser cannot, because the sections load after the page. */
export function useOpenAtSection(sections: readonly { id: string }[]): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the page opens; links do the rest
  useEffect(() => {
    const askedId = location.hash.slice(1);
    if (scrollY === 0 && sections.some(({ id }) => id === askedId)) document.getElementById(askedId)?.scrollIntoView();
  }, []);
}

/**
 * Short last sections never reach the upper third. At the end of the page, the section in the address is current if it
 * is visible, otherwise the last section.
 */
function findAtEnd(tops: readonly { id: string; top: number }[]): string | undefined {
  const askedSection = tops.find(({ id, top }) => id === location.hash.slice(1) && top >= 0 && top < innerHeight);
  return (askedSection ?? tops.at(-1))?.id;
}

/** The section that is being read; it changes while the page scrolls. */
export function useSectionInView(sections: readonly { id: string }[]): string | undefined {
  const [here, setHere] = useState<string>();
  const { hash } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: at the end of the page a link moves nothing but the address
  useEffect(() => {
    function look() {
      const tops = sections.flatMap(({ id }) => {
        const section = document.getElementById(id);
        return section ? [{ id, top: section.getBoundingClientRect().top }] : [];
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
  }, [sections, hash]);
  return here;
}
