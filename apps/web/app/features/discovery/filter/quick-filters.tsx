import type { Filter } from "@caramelo/contract/discovery/address";
import { X } from "lucide-react";
import { cx } from "~/ui/basics/cx.ts";
import { listQuickFilters } from "./quick-rules.ts";

type Props = {
  filter: Filter;
  /** The member's own city; undefined for those who have none. */
  cityId: number | undefined;
  onChange: (change: Partial<Filter>) => void;
};

/**
 * The most used filters, each applied with one press. A chosen one shows a cross in reserved space, so that nothing
 * moves.
 */
export function QuickFilters({ filter, cityId, onChange }: Props) {
  return (
    <fieldset aria-label="Filtros rápidos" className="flex flex-wrap gap-2 md:shrink-0">
      {listQuickFilters(filter, cityId).map(({ label, isChosen, change }) => (
        <button
          key={label}
          type="button"
          aria-pressed={isChosen}
          onClick={() => onChange(change)}
          className={cx(
            "press relative inline-flex h-9 items-center rounded-full border text-14 font-semibold whitespace-nowrap after:absolute after:-inset-y-1.25 after:inset-x-0",
            isChosen
              ? "gap-0.75 border-transparent bg-primary pr-1.75 pl-3 text-on-primary"
              : "border-line bg-surface px-4.25 text-ink hover-mouse:border-field-line",
          )}
        >
          <span>{label}</span>
          {isChosen && <X aria-hidden className="size-3" strokeWidth={2.5} />}
        </button>
      ))}
    </fieldset>
  );
}
