import { useLayoutEffect, useRef } from "react";
import { useLocation } from "react-router";
import { tabTitle } from "./rules.ts";

/**
 * What the browser's tab says: the screen's own title with the count of unread messages, or nothing that tells. The
 * title of the screen is read back at each change of the screen, after React has written it.
 */
export function useTabTitle(isDiscreet: boolean, unreadMessages: number): void {
  const { key } = useLocation();
  const said = useRef("");
  const shown = useRef<string>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen has another title
  useLayoutEffect(() => {
    if (document.title !== shown.current) said.current = document.title;
    shown.current = tabTitle(said.current, isDiscreet, unreadMessages);
    document.title = shown.current;
  }, [key, isDiscreet, unreadMessages]);
  useLayoutEffect(
    () => () => {
      if (document.title === shown.current) document.title = said.current;
    },
    [],
  );
}
