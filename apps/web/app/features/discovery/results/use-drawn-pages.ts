import { useDeferredValue } from "react";

/**
 * The pages of a list as they are drawn. React draws a new page in slices, so that it can answer a press in between.
 * `isDrawing` is true until the new page is there. A change within the pages is drawn at once.
 */
export function useDrawnPages<Page>(pages: readonly Page[] | undefined) {
  const earlier = useDeferredValue(pages);
  const isDrawing = (pages?.length ?? 0) > (earlier?.length ?? 0);
  return { pages: isDrawing ? earlier : pages, isDrawing };
}
