// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from "vitest";
import { findPhotoAt, growBackTo, growFrom } from "./grow-from.ts";

beforeEach(() => document.body.replaceChildren());

/** A card as the screen draws it, with its link. */
function drawCard(id: string) {
  const card = document.createElement("article");
  const link = card.appendChild(document.createElement("h2")).appendChild(document.createElement("a"));
  link.href = `/perfil/${id}`;
  document.body.append(card);
  growBackTo(card, id);
  return { card, link };
}

test("[D3.47] back from a profile, the focus is on the link of its card again, and the page does not scroll", () => {
  const { card, link } = drawCard("ana");
  link.focus();
  growFrom(link, "ana");
  card.remove();
  const focus = vi.spyOn(HTMLElement.prototype, "focus");
  drawCard("bia");
  expect(document.activeElement).toBe(document.body);
  const ana = drawCard("ana");
  expect(document.activeElement).toBe(ana.link);
  expect(focus).toHaveBeenCalledWith(expect.objectContaining({ preventScroll: true }));
  focus.mockRestore();
});

test("the focus stays where the member has put it meanwhile, and the card takes it once only", () => {
  const first = drawCard("ana");
  growFrom(first.link, "ana");
  // The card is drawn again on the same screen, before the profile opens.
  growBackTo(first.card, "ana");
  expect(document.activeElement).toBe(document.body);
  first.card.remove();
  const field = document.body.appendChild(document.createElement("input"));
  field.focus();
  drawCard("ana").card.remove();
  expect(document.activeElement).toBe(field);
  field.remove();
  const again = drawCard("ana");
  expect(document.activeElement).toBe(document.body);
  again.card.remove();
});

test("[D3.44][D3.48] of a card that was swiped, the photo in view grows, and no other", () => {
  const { card, link } = drawCard("ana");
  const [main, swiped] = ["main", "swiped"].map((alt) => Object.assign(document.createElement("img"), { alt }));
  const slot = Object.assign(document.createElement("div"), { className: "slot" });
  card.append(main ?? "", slot);
  slot.append(swiped ?? "");
  expect(findPhotoAt(link)).toBe(0);
  slot.dataset.photoAt = "2";
  expect(findPhotoAt(link)).toBe(2);
  growFrom(link, "ana");
  const namedImages = [...card.querySelectorAll("img")].filter(
    ({ style }) => style.getPropertyValue("view-transition-name") !== "",
  );
  expect(namedImages.map(({ alt }) => alt)).toEqual(["swiped"]);
});
