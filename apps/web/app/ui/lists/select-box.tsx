import { cx } from "~/ui/basics/cx.ts";

type Props = {
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
  label: string;
  isLabelShown?: boolean;
  className?: string;
};

export function SelectBox({ isChecked, onChange, label, isLabelShown = false, className }: Props) {
  return (
    <label
      className={cx(
        isLabelShown ? "flex min-h-11 items-center gap-2.5 px-1 text-14" : "grid size-11 place-items-center",
        className,
      )}
    >
      <input
        type="checkbox"
        checked={isChecked}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        className="size-4.5 accent-primary"
      />
      <span className={isLabelShown ? undefined : "sr-only"}>{label}</span>
    </label>
  );
}
