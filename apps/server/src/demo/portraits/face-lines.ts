import type { Beard, Face } from "./portrait.ts";

// The beards fit the jaw, ear and mouth that the drawing style (Lorelei) gives its heads 2 to 4; men get no other head.
const FULL =
  "M306 556C316 596 330 640 352 700C388 752 452 778 556 797C630 776 676 748 699 712C706 676 706 640 704 596C694 630 672 662 638 676C622 652 590 636 548 634C508 636 474 650 456 674C420 688 372 664 344 612C332 590 324 572 322 552Z";
const CHIN =
  "M450 672C452 736 486 784 556 796C612 786 640 738 640 680C622 652 590 636 548 634C508 636 470 650 450 672Z";
const LIP = "M446 684C462 648 506 628 552 630C598 630 634 650 648 684C620 668 586 662 552 664C512 664 474 670 446 684Z";
const MOUTH_GAP = "M466 668C496 656 590 660 622 686C604 716 500 712 466 668Z";

const shapes: Record<Exclude<Beard, "none">, { path: string; opacity: number; hasGap: boolean }> = {
  stubble: { path: FULL, opacity: 0.3, hasGap: true },
  short: { path: FULL, opacity: 0.92, hasGap: true },
  goatee: { path: CHIN, opacity: 0.9, hasGap: true },
  moustache: { path: LIP, opacity: 0.92, hasGap: false },
};

export function drawBeard({ beard, hairColor, skin }: Face): string {
  if (beard === "none") return "";
  const { path, opacity, hasGap } = shapes[beard];
  const gap = hasGap ? `<path d="${MOUTH_GAP}" fill="#${skin}"/>` : "";
  return `<path d="${path}" fill="#${hairColor}" opacity="${opacity}"/>${gap}`;
}

const line = (path: string, opacity: number, width = 6) =>
  `<path d="${path}" stroke="#3a160c" stroke-opacity="${opacity}" stroke-width="${width}" stroke-linecap="round"/>`;

/** Draws the blush of the cheeks and the wrinkles: around the eyes, from nose to mouth, on the forehead. */
export function drawYears({ years, hasBlush }: Face): string {
  const blush = hasBlush
    ? `<ellipse cx="416" cy="628" rx="52" ry="34" fill="#c2452f" opacity=".14"/><ellipse cx="664" cy="620" rx="34" ry="30" fill="#c2452f" opacity=".12"/>`
    : "";
  const some = line("M428 572C446 584 470 588 492 582", 0.3, 5) + line("M536 634C508 640 478 652 460 676", 0.26);
  const more =
    line("M378 520C368 516 358 514 350 516M380 534C370 536 362 540 356 546", 0.34, 5) +
    line("M640 640C650 652 654 664 654 678", 0.24) +
    line("M470 404C510 394 560 394 604 404M488 380C520 373 556 373 586 379", 0.2, 5);
  return blush + (years >= 1 ? some : "") + (years >= 2 ? more : "");
}
