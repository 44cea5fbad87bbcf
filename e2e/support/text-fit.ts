import type { Locator, Page } from "@playwright/test";

/** From the next load on, the browser's text size is one and a half times the usual one. */
export async function enlargeText(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const style = new CSSStyleSheet();
    style.replaceSync("html { font-size: 24px; }");
    document.adoptedStyleSheets = [style];
  });
}

/** Names the texts of a part of the page that are cut, or that lie over another one. An ellipsis cuts nothing. */
export const listMisfits = (part: Locator): Promise<string[]> => part.evaluate(findMisfits);

/** Runs in the page. */
function findMisfits(root: Element): string[] {
  type Line = { text: string; box: DOMRect; element: Element };
  const mayCut = (style: CSSStyleDeclaration) =>
    style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none" || /auto|scroll/.test(style.overflowY);
  /** Text for screen readers is in a box of one pixel. */
  function isUnseen(element: Element): boolean {
    const parent = element.parentElement;
    const { width, height } = element.getBoundingClientRect();
    const isPixel = width <= 1 && height <= 1 && getComputedStyle(element).position === "absolute";
    return isPixel || (element !== root && parent !== null && isUnseen(parent));
  }
  const misfits: string[] = [];
  const lines: Line[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = node.textContent?.trim() ?? "";
    if (!element || !text || !element.checkVisibility() || isUnseen(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) {
      let [left, top, right, bottom] = [rect.left, rect.top, rect.right, rect.bottom];
      for (let box: Element | null = element; box && root.contains(box); box = box.parentElement) {
        const style = getComputedStyle(box);
        if (style.overflowX === "visible" && style.overflowY === "visible") continue;
        const frame = box.getBoundingClientRect();
        // A part that an inner box has cut already, as with an ellipsis, is not measured again.
        const isCut = left < frame.left - 1 || right > frame.right + 1 || bottom > frame.bottom + 2;
        if (isCut && !mayCut(style)) misfits.push(`“${text.slice(0, 40)}” is cut`);
        [left, top] = [Math.max(left, frame.left), Math.max(top, frame.top)];
        [right, bottom] = [Math.min(right, frame.right), Math.min(bottom, frame.bottom)];
      }
      if (rect.left < -1 || left > innerWidth || (right > innerWidth + 1 && right - left > 1))
        misfits.push(`“${text.slice(0, 40)}” reaches out of the window`);
      if (right - left > 1 && bottom - top > 1)
        lines.push({ text, box: new DOMRect(left, top, right - left, bottom - top), element });
    }
  }
  for (const [at, one] of lines.entries())
    for (const other of lines.slice(at + 1)) {
      if (one.element === other.element) continue;
      const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const high = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
      // The boxes of lines of text are higher than their letters.
      if (wide > 2 && high > 6) misfits.push(`“${one.text.slice(0, 40)}” lies over “${other.text.slice(0, 40)}”`);
    }
  return [...new Set(misfits)];
}
