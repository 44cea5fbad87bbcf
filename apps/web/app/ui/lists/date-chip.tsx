import { cx } from "~/ui/basics/cx.ts";
import { useSearch } from "~/ui/forms/use-search.ts";
import { chipClass } from "~/ui/lists/chip-class.ts";

type Props = { label: string; value: string; onChange: (value: string) => void };

/** A day that a list is filtered by. It applies after a pause, because each digit of a typed year makes another day. */
export function DateChip({ label, value, onChange }: Props) {
  const { text, type } = useSearch({
    q: value || undefined,
    tidy: (day) => day || undefined,
    write: (day) => onChange(day ?? ""),
  });
  return (
    <label className={chipClass(value !== "")}>
      {label}
      <input
        type="date"
        value={text}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        className={cx("h-full bg-transparent outline-none focus-visible:outline-none", !text && "text-muted")}
      />
    </label>
  );
}
