/**
 * Runs in the page. Names what has no place in a window that is narrow and low, such as half of a screen, what an open
 * keyboard leaves, or 400 % zoom: a page that scrolls sideways, bars over more than half of the window, entries of the
 * bar at the foot that are cut, a conversation without room for a message or its field, parts of a dialog that scroll in
 * too little room, and controls that the focus does not bring into sight.
 */
export function findMisplaced(): string[] {
  const misplaced: string[] = [];
  const { clientWidth: width, scrollWidth } = document.documentElement;
  const height = innerHeight;
  const boxOf = (element: Element) => element.getBoundingClientRect();
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    boxOf(element).width > 1 &&
    boxOf(element).height > 1;
  const nameOf = (element: Element) =>
    `${element.localName} “${(element.getAttribute("aria-label") ?? element.textContent).trim().slice(0, 40)}”`;
  const isAt = (element: Element, x: number, y: number) => {
    const foundElement = document.elementFromPoint(x, y);
    // A toast leaves again, and the tile of a photo is covered while another photo looks for its place.
    const mayCover =
      foundElement?.closest("[aria-label=Avisos]") || foundElement?.parentElement === element.parentElement;
    return foundElement !== null && (mayCover || element.contains(foundElement) || foundElement.contains(element));
  };
  /** Whether at least 24 × 24 px of it are in sight, or half of what is smaller. */
  const isInSight = (element: Element) => {
    const { left, top, right, bottom } = boxOf(element);
    const x = (Math.max(left, 0) + Math.min(right, width)) / 2;
    const heights = Array.from({ length: 12 }, (_, at) => top + ((at + 0.5) / 12) * (bottom - top));
    const seenHeight = (heights.filter((y) => isAt(element, x, y)).length / 12) * (bottom - top);
    const wide = Math.min(right, width) - Math.max(left, 0);
    return wide >= Math.min(24, (right - left) / 2) && seenHeight >= Math.min(24, (bottom - top) / 2);
  };
  const barOf = (element: Element | null): Element | null =>
    !element || /fixed|sticky/.test(getComputedStyle(element).position) ? element : barOf(element.parentElement);

  function judgePage(): void {
    const before = scrollY;
    for (const part of [0, 0.5, 1]) {
      scrollTo({ top: part * (document.documentElement.scrollHeight - height), behavior: "instant" });
      const lines = Array.from({ length: Math.floor(height / 4) }, (_, at) => at * 4 + 2);
      const bars = lines.flatMap((y) => barOf(document.elementFromPoint(width / 2, y)) ?? []);
      const names = [...new Set(bars)].map(nameOf).join(", ");
      if (bars.length > lines.length / 2) misplaced.push(`bars over ${bars.length * 4} px: ${names}`);
    }
    scrollTo({ top: before, behavior: "instant" });
    for (const entry of document.querySelectorAll("nav[aria-label=Seções] > *")) {
      const isCut = entry.scrollWidth > entry.clientWidth + 1 || entry.scrollHeight > entry.clientHeight + 1;
      if (isShown(entry) && (isCut || !isInSight(entry))) misplaced.push(`in the bar at the foot ${nameOf(entry)}`);
    }
    const messages = [...document.querySelectorAll("[role=log]")].find(isShown);
    if (!messages) return;
    if (boxOf(messages).height < 48) misplaced.push(`messages in ${boxOf(messages).height} px`);
    for (const control of document.querySelectorAll("main form :is(textarea, [type=submit])"))
      if (!isInSight(control)) misplaced.push(`${nameOf(control)} of the conversation`);
  }

  /** What scrolls in a dialog must have room for some lines. */
  function judgeDialog(dialog: Element): void {
    for (const part of dialog.querySelectorAll(":not(textarea)")) {
      const isScrolled =
        /auto|scroll/.test(getComputedStyle(part).overflowY) && part.scrollHeight > part.clientHeight + 1;
      if (isScrolled && part.clientHeight < height / 3)
        misplaced.push(`${nameOf(part)} scrolls in ${part.clientHeight} px`);
    }
  }

  function judgeFocus(root: ParentNode): void {
    const [focused, before] = [document.activeElement, scrollY];
    const CONTROLS = "a[href], button, input, select, textarea, summary, [tabindex='0']";
    for (const control of root.querySelectorAll<HTMLElement>(CONTROLS)) {
      const shownControl = control.matches("input") && !isShown(control) ? control.closest("label") : control;
      if (!shownControl || !isShown(shownControl) || control.closest("[inert], [aria-hidden=true]")) continue;
      control.focus();
      if (document.activeElement === control && !isInSight(shownControl))
        misplaced.push(`focus on ${nameOf(shownControl)}`);
    }
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
    scrollTo({ top: before, behavior: "instant" });
  }

  // A dialog that is fixed itself and does not fill the window lies over a page that stays in use.
  const isOver = (element: Element) =>
    isShown(element) && (getComputedStyle(element).position !== "fixed" || boxOf(element).height >= height);
  const dialog = [...document.querySelectorAll("[role=dialog], [role=alertdialog], [role=menu]")].filter(isOver).at(-1);
  if (scrollWidth > width) misplaced.push(`a page ${scrollWidth} px wide`);
  if (dialog) judgeDialog(dialog);
  else judgePage();
  judgeFocus(dialog ?? document);
  return misplaced;
}
