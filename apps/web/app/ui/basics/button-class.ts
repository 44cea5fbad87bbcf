import { cx } from "~/ui/basics/cx.ts";

export type ButtonVariant = "primary" | "outline" | "ghost" | "gold" | "danger" | "dusk" | "dusk-outline";
export type ButtonSize = "small" | "medium" | "snug" | "tight" | "icon" | "field" | "large";
export type ButtonLook = {
  variant?: ButtonVariant;
  size?: ButtonSize;
  isWide?: boolean;
  /** The label may take several lines. */
  mayWrap?: boolean;
};

const BASE =
  "relative inline-flex items-center justify-center gap-2 rounded-control border font-semibold leading-none select-none press disabled:pointer-events-none disabled:opacity-50 [&>svg,&>:where(.contents)>svg]:size-5 [&>svg,&>:where(.contents)>svg]:shrink-0";

const VARIANTS: Record<ButtonVariant, string> = {
  primary: "border-transparent bg-primary text-on-primary hover-mouse:bg-press",
  outline: "border-line bg-surface text-ink hover-mouse:border-field-line hover-mouse:bg-tint",
  ghost: "border-transparent text-primary hover-mouse:bg-primary/8",
  gold: "button-gold",
  danger: "button-danger",
  dusk: "button-dusk",
  "dusk-outline": "button-dusk-outline",
};

// An invisible margin makes the tap target of small buttons 44 px high.
const SIZES: Record<ButtonSize, string> = {
  small: "min-h-9 px-3.5 text-14 after:absolute after:-inset-y-1.25 after:inset-x-0",
  medium: "min-h-11 px-5 text-16",
  snug: "min-h-11 px-3.5 text-16",
  tight: "min-h-11 px-2 text-16",
  icon: "min-h-11 px-2.5",
  // As high as the text field next to it.
  field: "min-h-12 px-5 text-16",
  large: "min-h-13 px-6 text-16",
};

/** The classes of a button, also for links that look like one. */
export function buttonClass({ variant = "primary", size = "medium", isWide, mayWrap }: ButtonLook): string {
  return cx(BASE, VARIANTS[variant], SIZES[size], isWide && "w-full", !mayWrap && "whitespace-nowrap");
}
