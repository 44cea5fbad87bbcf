import { useEffect, useLayoutEffect, useRef } from "react";
import { useLocation } from "react-router";
import { rememberDiscretion, takeTitle } from "~/platform/discreet-title.ts";
import { tabTitle } from "../rules.ts";

/**
 * Keeps the title of the browser's tab: the screen's own title with the count of unread messages, or the neutral title.
 * The screen's title is read from the document after each navigation, when React has written it.
 */
export function useTabTitle(isDiscreet: boolean, unreadMessages: number): void {
  const { key } = useLocation();
  const screenTitle = useRef("");
  const shownTitle = useRef<string>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen has another title
  useLayoutEffect(() => {
    const written = takeTitle() ?? document.title;
    if (written !== shownTitle.current) screenTitle.current = written;
    shownTitle.current = tabTitle(screenTitle.current, isDiscreet, unreadMessages);
    document.title = shownTitle.current;
  }, [key, isDiscreet, unreadMessages]);
  useEffect(() => rememberDiscretion(isDiscreet), [isDiscreet]);
  useLayoutEffect(
    () => () => {
      if (document.title === shownTitle.current) document.title = screenTitle.current;
    },
    [],
  );
}
