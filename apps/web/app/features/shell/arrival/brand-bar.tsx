import { readSession } from "~/platform/session.ts";
import { BrandLink } from "../brand-link.tsx";

/** The header of error screens: only the brand, which links to the start. */
export function BrandBar() {
  return (
    <header className="border-b border-line bg-surface px-4 py-1.5 md:px-8 md:py-2.5">
      <BrandLink to={readSession().user ? "/busca" : "/login"} />
    </header>
  );
}
