import { useQuery } from "@tanstack/react-query";
import { UserRound } from "lucide-react";
import { cx } from "~/ui/basics/cx.ts";
import { ButtonLink } from "~/ui/basics/link.tsx";
import { ownProfileQuery } from "../own/own-profile-queries.ts";
import { findOwnHint, GENERAL_HINT } from "./own-hint-rules.ts";

/** A hint about the member's own profile, in the grid of the search or below its filters. */
export function OwnHint({ look }: { look: "column" | "strip" }) {
  // For members who see the hint, the answer comes with the page of the search.
  const { data: profile } = useQuery(ownProfileQuery);
  const { title, text, to, action } = profile ? findOwnHint(profile) : GENERAL_HINT;
  const isStrip = look === "strip";
  return (
    <aside
      aria-label="Seu perfil"
      className={cx(
        "rounded-card border border-line bg-surface",
        isStrip
          ? "flex min-h-28 items-center gap-3 md:min-h-20 px-4 py-3.5 md:gap-5 md:px-5 md:py-4"
          : "grid gap-4 p-5",
      )}
    >
      {isStrip && (
        <span
          aria-hidden
          className="grid size-11 shrink-0 place-items-center rounded-full bg-primary/10 text-primary max-md:hidden"
        >
          <UserRound className="size-5" strokeWidth={1.75} />
        </span>
      )}
      <div className="min-w-0 flex-1">
        <h2 className="text-18 md:text-[1.25rem]">{title}</h2>
        <p className="mt-0.5 text-14 text-muted">{text}</p>
      </div>
      <ButtonLink to={to} variant="outline" size="snug" className="md:px-5">
        {action}
      </ButtonLink>
    </aside>
  );
}
