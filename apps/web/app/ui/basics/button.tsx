import type { ComponentProps, MouseEvent } from "react";
import { type ButtonLook, buttonClass } from "~/ui/basics/button-class.ts";
import { cx } from "~/ui/basics/cx.ts";
import { Spinner } from "~/ui/states/spinner.tsx";

export type ButtonProps = ComponentProps<"button"> &
  ButtonLook & {
    /** While an action runs, a spinner shows and presses do nothing. */
    isBusy?: boolean;
    /** Replaces the label while the button is busy, such as "Entrando…". */
    busyLabel?: string;
  };

/** A button. While it is busy it keeps the focus but neither clicks nor submits. */
export function Button({
  variant,
  size,
  isWide,
  mayWrap,
  isBusy = false,
  busyLabel,
  type = "button",
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    if (isBusy) event.preventDefault();
    else onClick?.(event);
  }
  return (
    <button
      {...rest}
      type={type}
      onClick={handleClick}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      className={cx(buttonClass({ variant, size, isWide, mayWrap }), isBusy && "cursor-progress", className)}
    >
      {isBusy && <Spinner />}
      {/* The label has a separate element, and each kind of label another one: after a browser translation, React
          can neither remove a text nor insert before it. */}
      {isBusy && busyLabel ? (
        <span key="busy">{busyLabel}</span>
      ) : (
        <span key={typeof children} className="contents">
          {children}
        </span>
      )}
    </button>
  );
}
