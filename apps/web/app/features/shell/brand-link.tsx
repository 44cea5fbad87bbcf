import { brand } from "@caramelo/contract/brand/brand";
import { Link } from "react-router";
import { readSession } from "~/platform/session.ts";
import { BrandMark } from "~/ui/basics/brand-mark.tsx";
import { cx } from "~/ui/basics/cx.ts";

/** The logo and the name, as a link to the start page of a member or a guest. */
export function BrandLink({ to, className }: { to: "/" | "/busca" | "/login"; className?: string }) {
  return (
    <Link
      to={to}
      className={cx(
        "inline-flex min-h-11 items-center gap-2 rounded-control font-display text-[1.25rem] leading-none font-semibold tracking-[-0.02em] md:gap-2.5 md:text-22 md:leading-none",
        className,
      )}
    >
      <BrandMark className="size-6.5 md:size-7" />
      {brand.name}
    </Link>
  );
}

/** The header of error screens: only the brand, linked to the start. */
export function BrandBar() {
  return (
    <header className="border-b border-line bg-surface px-4 py-1.5 md:px-8 md:py-2.5">
      <BrandLink to={readSession().user ? "/busca" : "/login"} />
    </header>
  );
}
