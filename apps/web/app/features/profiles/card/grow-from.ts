/**
 * The photo of a pressed card grows into the large photo of the profile, and shrinks back on return. The browser
 * animates it (view transition), which requires that exactly these two elements have this name.
 */
const NAME = "member-photo";

/**
 * False with reduced motion and in the build. Browsers without view transitions change the screen without an animation.
 */
export const MAY_GROW = typeof matchMedia === "function" && !matchMedia("(prefers-reduced-motion: reduce)").matches;

let grownCard: { memberId: string; photo: HTMLElement } | undefined;

/** The index of the photo on the link's card. A swiped photo is marked with its index. */
export const findPhotoAt = (link: Element): number =>
  Number(link.closest("article")?.querySelector<HTMLElement>("[data-photo-at]")?.dataset.photoAt ?? 0);

/** Gives the transition name to this card's photo, and removes it from the former one. */
function nameOf(card: Element, memberId: string): void {
  const photo = card.querySelector<HTMLElement>("[data-photo-at] img") ?? card.querySelector("img");
  if (!MAY_GROW || !photo) return;
  grownCard?.photo.style.removeProperty("view-transition-name");
  photo.style.setProperty("view-transition-name", NAME);
  grownCard = { memberId, photo };
}

/** The link that opened a profile, until a screen shows its card again. */
let leftCard: { memberId: string; link: HTMLElement; isByKey: boolean } | undefined;

/** Called when the link to a profile is pressed. With `isByKey`, the link gets a focus ring on return. */
export function growFrom(link: HTMLElement, memberId: string, isByKey = false): void {
  leftCard = { memberId, link, isByKey };
  const card = link.closest("article");
  if (card) nameOf(card, memberId);
}

/** Called for each rendered card. On return to this card, the photo shrinks back into it. */
export function growBackTo(card: Element | null, memberId: string): void {
  if (!card) return;
  if (grownCard?.memberId === memberId && !grownCard.photo.isConnected) nameOf(card, memberId);
  if (leftCard?.memberId === memberId && !leftCard.link.isConnected) focusLink(card, leftCard.isByKey);
}

/**
 * Focuses the link of the rendered card, unless another element has the focus. The list itself restores the scroll
 * position.
 */
function focusLink(card: Element, focusVisible: boolean): void {
  leftCard = undefined;
  if (document.activeElement !== document.body) return;
  card.querySelector<HTMLElement>("h2 a")?.focus({ preventScroll: true, focusVisible });
}
