import { useDeferredValue } from "react";

/**
 * The pages of a list as they are drawn. A new one is drawn in slices, between which a press is answered, and `isDrawing` until it
 * is there: then more is still to come. A change within the pages shows at once.
 */
export function useDrawnPages<Page>(pages: readonly Page[] | undefined) {
  const earlier = useDeferredValue(pages);
  const isDrawing = (pages?.length ?? 0) > (earlier?.length ?? 0);
  return { pages: isDrawing ? earlier : pages, isDrawing };
}
