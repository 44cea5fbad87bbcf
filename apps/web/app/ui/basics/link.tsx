import { Link, type LinkProps } from "react-router";
import { type ButtonLook, buttonClass } from "~/ui/basics/button-class.ts";
import { cx } from "~/ui/basics/cx.ts";

const TEXT_LINK =
  "font-semibold text-primary underline decoration-1 underline-offset-3 hover-mouse:decoration-2 rounded-small";

export function TextLink({ className, ...rest }: LinkProps) {
  return <Link {...rest} className={cx(TEXT_LINK, className)} />;
}

/** A link that looks like a button. It opens a screen and performs no action. */
export function ButtonLink({ variant, size, isWide, mayWrap, className, ...rest }: LinkProps & ButtonLook) {
  return <Link {...rest} className={cx(buttonClass({ variant, size, isWide, mayWrap }), className)} />;
}
