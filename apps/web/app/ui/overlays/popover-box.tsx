import { Popover as Base } from "@base-ui/react/popover";
import type { ReactElement, ReactNode } from "react";
import { cx } from "~/ui/basics/cx.ts";
import { POPUP_CLASS } from "~/ui/overlays/popup-class.ts";
import { useLayer } from "~/ui/overlays/use-layer.ts";

export type PopoverProps = {
  trigger: ReactElement;
  title: ReactNode;
  /** Shown next to the title, such as "Marcar todas como lidas". */
  action?: ReactNode;
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  align?: "start" | "center" | "end";
  /** The distance below the trigger, in px. */
  gap?: number;
  /** Returns the element that gets the focus when the dropdown closes; by default the trigger. */
  finalFocus?: () => HTMLElement | null;
  children: ReactNode;
  className?: string;
};

/** The dropdown itself, initially open. Use `Popover`, which renders it on the first press. */
export function PopoverBox({
  trigger,
  title,
  action,
  isOpen,
  onOpenChange,
  align = "end",
  gap = 8,
  finalFocus,
  children,
  className,
}: PopoverProps) {
  const layer = useLayer({ isOpen, onOpenChange }, { isOpenAtFirst: true, isOnPhonesOnly: true });
  return (
    <Base.Root {...layer}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={gap} align={align} collisionPadding={12} className="z-40 outline-none">
          <Base.Popup
            finalFocus={finalFocus}
            className={cx(POPUP_CLASS, "w-96 max-w-(--available-width) overflow-hidden", className)}
          >
            <div className="flex min-h-13 items-center justify-between gap-3 pt-2 pr-3 pb-1 pl-5">
              <Base.Title className="text-18">{title}</Base.Title>
              {action}
            </div>
            <div className="max-h-[min(32rem,calc(var(--available-height)-4rem))] overflow-y-auto overscroll-contain">
              {children}
            </div>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
