import { createContext, type ReactElement, useContext, useEffect } from "react";
import type { DialogProps } from "~/ui/dialog.tsx";
import { drawEarlyTrigger, useOnDemand } from "~/ui/on-demand.ts";

const load = () => import("~/ui/sheet-box.tsx");

const Parts = createContext<Awaited<ReturnType<typeof load>> | undefined>(undefined);

/** A panel from the bottom edge on phones, closed by a swipe down; from 768 px on it stands in the middle. */
export function Sheet(props: DialogProps) {
  const { isOpen = false, trigger } = props;
  const { part, want } = useOnDemand(load);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only an opening asks for it; the deed is new at each drawing
  useEffect(() => {
    if (isOpen) want();
  }, [isOpen]);
  if (!part) return trigger && drawEarlyTrigger(trigger, "dialog", load, want);
  return (
    <Parts value={part}>
      <part.SheetBox {...props} />
    </Parts>
  );
}

/** Closes the sheet around it; draw it as any button. */
export function SheetClose({ render }: { render: ReactElement }) {
  const parts = useContext(Parts);
  return parts && <parts.CloseBox render={render} />;
}
