import { cx } from "~/ui/cx.ts";

/** A turning ring, drawn by CSS alone. Decoration: whoever shows it says in words what is being waited for. */
export function Spinner({ className = "size-5" }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={cx(
        "inline-block shrink-0 animate-spin rounded-full border-2 border-current border-r-transparent",
        className,
      )}
    />
  );
}
