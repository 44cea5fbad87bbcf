import type { ReactNode } from "react";
import { Link } from "react-router";
import { buttonClass } from "~/ui/basics/button-class.ts";
import { cx } from "~/ui/basics/cx.ts";

export type FilterLink = { to: string; label: ReactNode; isOn: boolean };

type Props = {
  /** What the links filter by. */
  label: string;
  links: readonly FilterLink[];
};

/**
 * The filters of a list as links. The chosen one is only tinted, so that the screen's main action stays more prominent.
 */
export function FilterLinks({ label, links }: Props) {
  return (
    <nav aria-label={label} className="flex flex-wrap gap-2">
      {links.map(({ to, label: name, isOn }) => (
        <Link
          key={to}
          to={to}
          aria-current={isOn ? "true" : undefined}
          className={cx(
            buttonClass({ variant: "outline", size: "small" }),
            isOn && "border-primary! bg-tint! shadow-[inset_0_0_0_1px_var(--primary)]",
          )}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
