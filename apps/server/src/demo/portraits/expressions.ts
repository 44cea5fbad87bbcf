type Shape = {
  /** The eyes and brows of the drawing style that replace the person's own; undefined keeps their own. */
  eyes?: number;
  brows?: number;
  /** The mouth in the coordinates of the drawing style, in a colour for the lips. */
  drawMouth(lipColor: string): string;
};

const TEETH = "#fdf5ec";
const INSIDE = "#5c1a1e";
const TONGUE = "#c2585c";

const filledPath = (path: string, fill: string) => `<path d="${path}" fill="${fill}"/>`;
const lips = (path: string, color: string, width: number) =>
  `<path d="${path}" fill="none" stroke="#${color}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;

const GRIN = "M466 666C520 680 592 677 650 655C640 702 606 724 566 724C520 724 484 703 466 666Z";
const LAUGH = "M464 660C522 674 596 671 652 649C650 708 614 742 566 742C517 742 474 708 464 660Z";
const UPPER_TEETH =
  "M470 660C524 675 594 672 647 650C646 668 641 678 634 686C590 698 528 698 484 687C476 678 472 670 470 660Z";
const TONGUE_TIP = "M518 728C536 708 598 706 616 724C603 738 587 742 566 742C547 742 531 738 518 728Z";

/** The six expressions of demo members. The style's own smile is redrawn, because it has no filled teeth. */
const expressions = {
  smile: {
    drawMouth: (color) => lips("M500 668C530 690 588 690 636 656", color, 11) + lips("M490 662L503 672", color, 7),
  },
  grin: { drawMouth: (color) => filledPath(GRIN, TEETH) + lips(GRIN, color, 9) },
  laugh: {
    brows: 9,
    drawMouth: (color) =>
      filledPath(LAUGH, INSIDE) +
      filledPath(TONGUE_TIP, TONGUE) +
      filledPath(UPPER_TEETH, TEETH) +
      lips(LAUGH, color, 9),
  },
  /** The eyes are closed. */
  serene: { eyes: 19, drawMouth: (color) => lips("M506 670C536 688 582 688 626 662", color, 11) },
  /** The eyes look into the distance. */
  musing: {
    eyes: 12,
    drawMouth: (color) =>
      lips("M508 676C540 684 580 682 616 668", color, 11) + lips("M536 700C552 705 570 704 584 699", color, 4),
  },
  /** One brow is raised, and one corner of the mouth. */
  curious: {
    brows: 12,
    drawMouth: (color) =>
      lips("M502 678C548 688 600 682 640 650", color, 11) + lips("M640 640C648 646 650 656 646 664", color, 5),
  },
} satisfies Record<string, Shape>;

export type Expression = keyof typeof expressions;

// The cast is safe, because a literal has exactly the keys that are written in it.
export const EXPRESSIONS = Object.keys(expressions) as [Expression, ...Expression[]];

export const shapeOf = (expression: Expression): Shape => expressions[expression];
