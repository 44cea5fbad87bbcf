/**
 * The photo of a pressed card grows into the large photo of the profile, and on the way back shrinks into the card. The
 * browser does it (view transition): it needs the same name at the two photos, and at no other element of a page.
 */
const NAME = "member-photo";

/** No movement where a member asked for none. Browsers without view transitions change the screen as ever. */
export const MAY_GROW = typeof matchMedia === "function" && !matchMedia("(prefers-reduced-motion: reduce)").matches;

let grown: { memberId: string; photo: HTMLElement } | undefined;

/** Gives the name to the photo of this card, and takes it from the one that had it. */
function nameOf(card: Element, memberId: string): void {
  const photo = card.querySelector("img");
  if (!MAY_GROW || !photo) return;
  grown?.photo.style.removeProperty("view-transition-name");
  photo.style.setProperty("view-transition-name", NAME);
  grown = { memberId, photo };
}

/** The link that led to a profile, for as long as no screen shows its card again. */
let left: { memberId: string; link: HTMLElement; isByKey: boolean } | undefined;

/** For the press of the link to a profile: `isByKey` draws a ring around the link when the member comes back. */
export function growFrom(link: HTMLElement, memberId: string, isByKey = false): void {
  left = { memberId, link, isByKey };
  const card = link.closest("article");
  if (card) nameOf(card, memberId);
}

/** Called for each card that was drawn: lets the photo shrink back into it if the member comes back to this card. */
export function growBackTo(card: Element | null, memberId: string): void {
  if (!card) return;
  if (grown?.memberId === memberId && !grown.photo.isConnected) nameOf(card, memberId);
  if (left?.memberId === memberId && !left.link.isConnected) focusLink(card, left.isByKey);
}

/** The way back goes on where it began, unless the focus is elsewhere by now. The scroll is the list's own matter. */
function focusLink(card: Element, focusVisible: boolean): void {
  left = undefined;
  if (document.activeElement !== document.body) return;
  card.querySelector<HTMLElement>("h2 a")?.focus({ preventScroll: true, focusVisible });
}
