/** The frame of every text control: 48 px high, with a visible border that is red and thicker on errors. */
export const CONTROL_FRAME =
  "flex min-h-12 w-full items-center rounded-control border border-field-line bg-field text-16 text-ink transition-[border-color,box-shadow] focus-within:border-primary focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-primary has-aria-invalid:border-danger has-aria-invalid:shadow-[inset_0_0_0_1px_var(--danger)] has-disabled:bg-tint has-disabled:text-muted";

/** The inside of a frame with one line of text and an icon or a button next to it. */
export const CONTROL_LINE = "gap-2.5 px-3.5";

/** The input inside the frame, without a border: the frame shows the focus ring. */
export const CONTROL_INPUT =
  "min-w-0 flex-1 self-stretch bg-transparent py-2.5 outline-none placeholder:text-muted placeholder:opacity-100 focus-visible:outline-none disabled:cursor-not-allowed";
