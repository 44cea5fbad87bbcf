import { lazy, type ReactNode, Suspense, useSyncExternalStore } from "react";
import type { FieldTexts } from "~/ui/field.tsx";
import { TextField } from "~/ui/text-field.tsx";

export type ComboboxOption = {
  value: string;
  label: string;
  /** A second, quieter line. */
  hint?: string;
};

export type ComboboxProps = FieldTexts & {
  /** What was found for the text typed last. Filter them yourself: they are shown as given. */
  options: readonly ComboboxOption[];
  value: ComboboxOption | null;
  onValueChange: (option: ComboboxOption | null) => void;
  /** Called with each change of the typed text (not with a choice). Wait for a pause before you ask a server. */
  onSearch: (text: string) => void;
  isLoading?: boolean;
  /** Letters before anything is looked for; fewer show "Digite ao menos…". */
  minLength?: number;
  emptyText?: ReactNode;
  placeholder?: string;
  icon?: ReactNode;
  name?: string;
  onBlur?: () => void;
  inputRef?: (element: HTMLInputElement | null) => void;
  className?: string;
};

const Combobox = lazy(() => import("~/ui/combobox.tsx").then((file) => ({ default: file.Combobox })));

const never = () => () => {};

/**
 * Type a few letters, pick one of what is found. The list arrives after the page: written at build it would carry
 * style attributes, which the content policy refuses.
 */
export function ComboboxField(props: ComboboxProps) {
  const isHydrated = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const waiting = <Waiting {...props} />;
  return isHydrated ? (
    <Suspense fallback={waiting}>
      <Combobox {...props} />
    </Suspense>
  ) : (
    waiting
  );
}

function Waiting({ label, hint, error, value, placeholder, icon, className }: ComboboxProps) {
  return (
    <TextField
      {...{ label, hint, error, placeholder, icon, className }}
      value={value?.label ?? ""}
      readOnly
      autoComplete="off"
    />
  );
}
