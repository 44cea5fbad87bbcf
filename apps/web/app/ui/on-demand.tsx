import { cloneElement, type ReactElement, type ReactNode, useState } from "react";

type ButtonProps = {
  onClick?: () => void;
  onFocus?: () => void;
  onPointerEnter?: () => void;
  "aria-haspopup"?: "menu" | "dialog";
  "aria-expanded"?: boolean;
};

type Props<M> = {
  /** What is seen until then; it has no press of its own. */
  button: ReactElement<ButtonProps>;
  opens: "menu" | "dialog";
  /** An import of what the button opens. */
  load: () => Promise<M>;
  /** The same button with what it opens, open from the start. */
  children: (parts: M) => ReactNode;
};

/**
 * A button whose menu or dropdown is not part of the page: it is loaded at the first sign that somebody wants it, and
 * takes the button's place when it is pressed. Without an answer the next press tries again.
 */
export function OnDemand<M>({ button, opens, load, children }: Props<M>) {
  const [parts, setParts] = useState<M>();
  if (parts) return children(parts);
  const warm = () => void load().catch(() => {});
  return cloneElement(button, {
    "aria-haspopup": opens,
    "aria-expanded": false,
    onFocus: warm,
    onPointerEnter: warm,
    onClick: () =>
      void load().then(
        (loaded) => setParts(() => loaded),
        () => {},
      ),
  });
}
