import { errorCatalogue } from "@caramelo/contract/errors";
import {
  type ComponentProps,
  cloneElement,
  type ReactElement,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from "react";
import { showToast } from "~/ui/toast.ts";

/**
 * Code of a layer (menu, dropdown, sheet) that comes when somebody first asks for it: it is larger than most screens,
 * and most visits open none. `part` is undefined until then.
 */
export function useOnDemand<T extends object>(load: () => Promise<T>): { part: T | undefined; want: () => void } {
  const [part, setPart] = useState<T>();
  function want(): void {
    // Not within the press itself: a layer that hears the end of it would take it for a press outside, and close.
    const show = (loaded: T) => setTimeout(() => setPart(loaded));
    load().then(show, () => showToast({ type: "error", title: errorCatalogue.NETWORK_ERROR.text }));
  }
  return { part, want };
}

type Popup = "dialog" | "menu";

/** The trigger of a layer whose code is not there yet: it comes closer with the pointer or the focus. */
export function drawEarlyTrigger(trigger: ReactElement, kind: Popup, load: () => Promise<object>, want: () => void) {
  // A failure is told when the trigger is pressed.
  const hurry = () => void load().catch(() => {});
  // Every trigger of ours is a button.
  return cloneElement(trigger as ReactElement<ComponentProps<"button">>, {
    "aria-haspopup": kind,
    "aria-expanded": false,
    onPointerEnter: hurry,
    onFocus: hurry,
    onClick: want,
  });
}

/** For the trigger that takes the place of the early one: it takes its focus and its press too, once. */
export function usePressAgain(): RefObject<HTMLButtonElement | null> {
  const trigger = useRef<HTMLButtonElement>(null);
  const isDone = useRef(false);
  useEffect(() => {
    if (isDone.current) return;
    isDone.current = true;
    trigger.current?.focus();
    trigger.current?.click();
  }, []);
  return trigger;
}
