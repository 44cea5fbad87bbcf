import { tidyText } from "@caramelo/contract/call/characters";
import { countWords, formatCount, pluralWord } from "@caramelo/contract/formats/counts";
import { countCharacters } from "@caramelo/contract/formats/graphemes";
import { typedMax } from "@caramelo/contract/formats/typed-max";
import { type ComponentProps, type SyntheticEvent, useEffect, useRef, useState } from "react";
import { cx } from "~/ui/basics/cx.ts";
import { CONTROL_FRAME, CONTROL_INPUT } from "~/ui/forms/control-class.ts";
import { Field, type FieldTexts } from "~/ui/forms/field.tsx";
import { useGrowingField } from "~/ui/forms/use-growing-field.ts";

type Props = Omit<ComponentProps<"textarea">, "id" | "className"> & FieldTexts & { className?: string };

/** Multi-line text. With `maxLength` (in characters), shows a counter. */
export function TextArea({ label, hint, error, className, ref, onInput, rows = 3, maxLength, ...area }: Props) {
  const typedLength = useTypedLength(area.value);
  useGrowingField(typedLength.ref);
  function handleInput(event: Parameters<NonNullable<Props["onInput"]>>[0]) {
    typedLength.read(event);
    onInput?.(event);
  }
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      className={className}
      aside={maxLength && <Counter length={typedLength.length} limit={maxLength} />}
    >
      {(names) => (
        <div className={CONTROL_FRAME}>
          <textarea
            {...area}
            {...names}
            maxLength={maxLength && typedMax(maxLength)}
            rows={rows}
            ref={(element) => {
              typedLength.ref.current = element;
              if (typeof ref === "function") return ref(element);
              if (ref) ref.current = element;
            }}
            onInput={handleInput}
            className={cx(CONTROL_INPUT, "field-sizing-content max-h-72 min-h-22 resize-none px-3.5 leading-[1.45]")}
          />
        </div>
      )}
    </Field>
  );
}

function Counter({ length, limit }: { length: number; limit: number }) {
  const remainingLength = limit - length;
  const isNear = remainingLength <= 20;
  return (
    <span className={cx("text-13 tabular-nums", isNear ? "font-medium text-warn" : "text-muted")}>
      <span className="sr-only" role="status">
        {isNear ? describeLeft(remainingLength) : ""}
      </span>
      <span aria-hidden>
        {formatCount(length)}/{formatCount(limit)}
      </span>
    </span>
  );
}

function describeLeft(remainingLength: number): string {
  if (remainingLength < 0) return `${countWords(-remainingLength, "caractere", "caracteres")} a mais`;
  return `${pluralWord(remainingLength, "Resta", "Restam")} ${countWords(remainingLength, "caractere", "caracteres")}`;
}

/** Counts characters against a limit like forms and server do. */
const countTidied = (text: string): number => countCharacters(tidyText(text));

/** The length of the text in the element, which a form may also set without an event. */
function useTypedLength(value: unknown) {
  const ref = useRef<HTMLTextAreaElement>(null);
  const [typedLength, setTypedLength] = useState(0);
  useEffect(() => setTypedLength(countTidied(ref.current?.value ?? "")), []);
  return {
    ref,
    length: typeof value === "string" ? countTidied(value) : typedLength,
    read: (event: SyntheticEvent<HTMLTextAreaElement>) => setTypedLength(countTidied(event.currentTarget.value)),
  };
}
