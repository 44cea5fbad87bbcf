import { type FormEvent, useLayoutEffect, useRef, useState } from "react";
import { isApiError } from "~/platform/api.ts";
import { type Faults, hasFaults, keepFaults } from "./rules.ts";

type Values<Name extends string> = Record<Name, string>;
type Trouble<Name extends string> = { faults: Faults<Values<Name>>; error?: unknown; hasFocus: boolean };

type Options<Name extends string> = {
  /** The fields in the order of the screen. */
  names: readonly Name[];
  judge: (values: Values<Name>) => Faults<Values<Name>>;
  send: (values: Values<Name>) => Promise<void>;
};

/**
 * A form of a few text fields that keep their own text, so that what was typed before React arrived is not lost. Spread
 * `form` on it; the server's words about a field come out among `faults`, any other failure of `send` as `error`.
 */
export function useShortForm<Name extends string>({ names, judge, send }: Options<Name>) {
  const ref = useRef<HTMLFormElement>(null);
  const [trouble, setTrouble] = useState<Trouble<Name>>();
  const [isBusy, setIsBusy] = useState(false);
  useFocusOnFault(ref, names, trouble);

  async function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    const values = readValues(event.currentTarget, names);
    const faults = judge(values);
    if (hasFaults(faults)) return setTrouble({ faults, hasFocus: true });
    setTrouble(undefined);
    setIsBusy(true);
    try {
      await send(values);
    } catch (error) {
      setTrouble(describe(names, error));
    } finally {
      setIsBusy(false);
    }
  }
  /** A field that was marked is judged again as it is typed in; the others wait for the next try. */
  function handleInput() {
    if (!trouble || !hasFaults(trouble.faults) || !ref.current) return;
    const still = judge(readValues(ref.current, names));
    const marked = names.map((name) => [name, trouble.faults[name] && still[name]]);
    setTrouble({ ...trouble, faults: toFaults(marked), hasFocus: false });
  }
  return {
    form: { ref, method: "post" as const, noValidate: true, onSubmit: handleSubmit, onInput: handleInput },
    faults: trouble?.faults ?? noFaults<Name>(),
    error: trouble?.error,
    isBusy,
  };
}

const noFaults = <Name extends string>(): Faults<Values<Name>> => ({});

// Entries lose their key type; these are made of the form's own names.
const toFaults = <Name extends string>(entries: unknown[][]) =>
  keepFaults<Values<Name>>(Object.fromEntries(entries) as Record<Name, string | undefined>);

function readValues<Name extends string>(form: HTMLFormElement, names: readonly Name[]): Values<Name> {
  const data = new FormData(form);
  // One entry for each name.
  return Object.fromEntries(names.map((name) => [name, String(data.get(name) ?? "")])) as Values<Name>;
}

function describe<Name extends string>(names: readonly Name[], error: unknown): Trouble<Name> {
  const fields = isApiError(error, "VALIDATION_ERROR") ? error.fields : {};
  const faults = toFaults<Name>(names.map((name) => [name, fields[name]]));
  return hasFaults(faults) ? { faults, hasFocus: true } : { faults, error, hasFocus: false };
}

/** After the words are on screen, so that they are read together with the field. */
function useFocusOnFault<Name extends string>(
  form: React.RefObject<HTMLFormElement | null>,
  names: readonly Name[],
  trouble: Trouble<Name> | undefined,
) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only new trouble moves the focus; the names never change
  useLayoutEffect(() => {
    const first = trouble?.hasFocus && names.find((name) => trouble.faults[name]);
    const field = first ? form.current?.elements.namedItem(first) : undefined;
    if (field instanceof HTMLElement) field.focus();
  }, [trouble]);
}
