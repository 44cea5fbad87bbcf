import { type ComponentType, type ReactNode, useEffect, useState } from "react";

type Load<P> = () => Promise<ComponentType<P>>;

type Props<P> = {
  load: Load<P>;
  /** What the part itself is given. */
  given: P;
  /** What stands there until the code has come. */
  waiting?: ReactNode;
  /** It did not come; the next opening asks again. */
  onFailure: (error: unknown) => void;
};

const come = new WeakMap<object, unknown>();

/** Fetches the code of a part, so that it is there when it is drawn. */
export async function bring<P>(load: Load<P>): Promise<ComponentType<P>> {
  const part = await load();
  come.set(load, part);
  return part;
}

/** A part whose code comes when it is first drawn. Unlike React.lazy, a failure leaves the screen as it is. */
export function Later<P extends object>({ load, given, waiting, onFailure }: Props<P>) {
  // What stands there for a loader is what that loader brought.
  const [Part, setPart] = useState(() => come.get(load) as ComponentType<P> | undefined);
  useEffect(() => {
    bring(load).then((part) => setPart(() => part), onFailure);
  }, [load, onFailure]);
  return Part ? <Part {...given} /> : waiting;
}
