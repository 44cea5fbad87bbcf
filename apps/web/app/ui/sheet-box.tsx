import { Drawer } from "@base-ui/react/drawer";
import { X } from "lucide-react";
import type { ReactElement } from "react";
import { cx } from "~/ui/cx.ts";
import type { DialogProps } from "~/ui/dialog.tsx";
import { usePressAgain } from "~/ui/on-demand.ts";
import { CLOSE_CLASS, SCRIM_CLASS } from "~/ui/popup-class.ts";

/** The panel itself; use `Sheet`, which brings it when it is needed. */
export function SheetBox({
  isOpen,
  onOpenChange,
  trigger,
  title,
  action,
  description,
  children,
  footer,
  className,
}: DialogProps) {
  return (
    <Drawer.Root open={isOpen} onOpenChange={onOpenChange}>
      {trigger && <Opener trigger={trigger} />}
      <Drawer.Portal>
        <Drawer.Backdrop className={SCRIM_CLASS} />
        <Drawer.Viewport className="fixed inset-0 z-40 flex items-end justify-center md:items-center md:p-4">
          <Drawer.Popup className={cx(BOX, className)}>
            <span aria-hidden className="mx-auto mt-3 mb-1 block h-1 w-10 shrink-0 rounded-full bg-line md:hidden" />
            <Drawer.Content className="flex min-h-0 flex-col">
              <div className="flex flex-wrap items-center gap-2 py-1 pr-2 pl-5 md:pt-4 md:pr-4 md:pl-6">
                <Drawer.Title className={cx("text-22", action != null ? "flex-auto" : "min-w-0 flex-1")}>
                  {title}
                </Drawer.Title>
                {action}
                {/* Beside a deed there is no room for the cross on phones: the sheet is swiped away there. */}
                <Drawer.Close
                  aria-label="Fechar"
                  className={cx(CLOSE_CLASS, action != null && "max-md:sr-only max-md:focus-visible:not-sr-only")}
                >
                  <X aria-hidden className="size-5" strokeWidth={1.75} />
                </Drawer.Close>
              </div>
              {description != null && (
                <Drawer.Description className="px-5 text-muted md:px-6">{description}</Drawer.Description>
              )}
              <div className="min-h-0 overflow-y-auto overscroll-contain px-5 pt-3 pb-5 md:px-6">{children}</div>
              {footer != null && (
                <div className="flex gap-3 border-t border-line px-5 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] *:flex-1 md:px-6 md:pb-5">
                  {footer}
                </div>
              )}
            </Drawer.Content>
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  );
}

function Opener({ trigger }: { trigger: ReactElement }) {
  return <Drawer.Trigger ref={usePressAgain()} render={trigger} />;
}

export const CloseBox = Drawer.Close;

const BOX =
  "flex max-h-[88dvh] w-full flex-col rounded-t-sheet bg-surface text-ink shadow-soft outline-none translate-y-(--drawer-swipe-movement-y) transition-[opacity,translate] duration-200 data-swiping:select-none data-swiping:transition-none data-starting-style:translate-y-full data-ending-style:translate-y-full md:max-w-md md:rounded-sheet md:border md:border-line md:data-starting-style:translate-y-4 md:data-starting-style:opacity-0 md:data-ending-style:translate-y-4 md:data-ending-style:opacity-0";
