import { Drawer } from "@base-ui/react/drawer";
import { X } from "lucide-react";
import { cx } from "~/ui/basics/cx.ts";
import type { DialogProps } from "~/ui/overlays/dialog.tsx";
import { CLOSE_CLASS, CLOSE_ON_PAGE, SCRIM_CLASS } from "~/ui/overlays/popup-class.ts";
import { SheetParts } from "~/ui/overlays/sheet-parts.ts";
import { useLayer } from "~/ui/overlays/use-layer.ts";

/** The panel itself, initially open. Use `Sheet`, which renders it on first opening. */
export function SheetBox({
  isOpen,
  onOpenChange,
  trigger,
  title,
  art,
  action,
  description,
  children,
  footer,
  isWide,
  className,
}: DialogProps) {
  const layer = useLayer({ isOpen, onOpenChange }, { isOpenAtFirst: true });
  return (
    <Drawer.Root {...layer}>
      {trigger && <Drawer.Trigger render={trigger} />}
      <Drawer.Portal>
        <Drawer.Backdrop className={SCRIM_CLASS} />
        <Drawer.Viewport className="fixed inset-0 z-40 flex items-end justify-center md:items-center md:p-4">
          <Drawer.Popup className={cx(BOX, isWide ? "md:max-w-2xl" : "md:max-w-md", className)}>
            <span
              aria-hidden
              className={cx(
                "mt-3 mb-1 block h-1 w-10 shrink-0 rounded-full md:hidden",
                art == null ? "mx-auto bg-line" : "absolute left-1/2 z-1 -translate-x-1/2 bg-on-dusk/50",
              )}
            />
            {art}
            <SheetParts value={PARTS}>
              <Drawer.Content className="flex min-h-0 flex-col short:block short:overflow-y-auto short:overscroll-contain">
                <div
                  className={cx(
                    "flex flex-wrap items-center gap-2 pb-1 pl-5",
                    art == null ? "pt-1 pr-2 md:pt-4 md:pr-4 md:pl-6" : "pt-4 pr-5 text-center",
                  )}
                >
                  <Drawer.Title className={cx("text-22", action != null ? "flex-auto" : "min-w-0 flex-1")}>
                    {title}
                  </Drawer.Title>
                  {action}
                  {/* On phones there is no space for the cross next to an action; there the sheet is swiped away. */}
                  <Drawer.Close
                    aria-label="Fechar"
                    className={cx(
                      CLOSE_CLASS,
                      action != null && "max-md:sr-only max-md:focus-visible:not-sr-only",
                      art == null ? CLOSE_ON_PAGE : CLOSE_ON_ART,
                    )}
                  >
                    <X aria-hidden className="size-5" strokeWidth={1.75} />
                  </Drawer.Close>
                </div>
                {description != null && (
                  <Drawer.Description className={cx("px-5 text-muted md:px-6", art != null && "text-center")}>
                    {description}
                  </Drawer.Description>
                )}
                <div className="min-h-0 scroll-py-4 overflow-y-auto overscroll-contain px-5 pt-3 pb-5 md:px-6">
                  {children}
                </div>
                {footer != null && (
                  <div className="flex flex-wrap gap-3 border-t border-line px-5 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] *:flex-1 md:px-6 md:pb-5">
                    {footer}
                  </div>
                )}
              </Drawer.Content>
            </SheetParts>
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  );
}

const PARTS = { Close: Drawer.Close };

const CLOSE_ON_ART = "absolute top-2 right-2 z-1 text-on-dusk hover-mouse:bg-on-dusk/10 focus-on-photo";

const BOX =
  "relative flex max-h-[88dvh] w-full flex-col rounded-t-sheet bg-surface text-ink shadow-soft outline-none translate-y-(--drawer-swipe-movement-y) transition-[opacity,translate] duration-200 data-swiping:select-none data-swiping:transition-none data-starting-style:translate-y-full data-ending-style:translate-y-full md:rounded-sheet md:border md:border-line md:data-starting-style:translate-y-4 md:data-starting-style:opacity-0 md:data-ending-style:translate-y-4 md:data-ending-style:opacity-0";
