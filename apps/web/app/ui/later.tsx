import { type ComponentType, type ReactNode, useEffect, useState } from "react";

type Props<P> = {
  load: () => Promise<ComponentType<P>>;
  /** What the part itself is given. */
  given: P;
  /** What stands there until the code has come. */
  waiting?: ReactNode;
  /** It did not come; the next opening asks again. */
  onFailure: (error: unknown) => void;
};

/** A part whose code comes when it is first drawn. Unlike React.lazy, a failure leaves the screen as it is. */
export function Later<P extends object>({ load, given, waiting, onFailure }: Props<P>) {
  const [Part, setPart] = useState<ComponentType<P>>();
  useEffect(() => {
    load().then((part) => setPart(() => part), onFailure);
  }, [load, onFailure]);
  return Part ? <Part {...given} /> : waiting;
}
