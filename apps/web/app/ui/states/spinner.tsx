import { cx } from "~/ui/basics/cx.ts";

/** A spinning ring in pure CSS. Decorative: words next to it name the loading thing. */
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

/** A spinner with a text that names the running action. */
export function SpinnerLine({ text }: { text: string }) {
  return (
    <p role="status" className="flex items-center gap-3 text-muted">
      <Spinner />
      <span>{text}</span>
    </p>
  );
}
