import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { ReactElement, ReactNode, RefObject } from "react";
import { cx } from "~/ui/basics/cx.ts";
import { CLOSE_CLASS, CLOSE_ON_PAGE, SCRIM_CLASS } from "~/ui/overlays/popup-class.ts";
import { useLayer } from "~/ui/overlays/use-layer.ts";

export type DialogProps = {
  /** With `isOpen` the dialog is controlled; without it, `trigger` opens it. */
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  trigger?: ReactElement;
  title: ReactNode;
  /** A picture on the dark background above a sheet's title, from edge to edge. The texts below are centred. */
  art?: ReactNode;
  /** Shown next to the title of a sheet, such as "Marcar todas como lidas". */
  action?: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  /** The buttons at the foot, the main one last. */
  footer?: ReactNode;
  /** The element that gets the focus when the dialog opens; by default the first control. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** Makes the dialog wider, for content beyond a question. */
  isWide?: boolean;
  className?: string;
};

/** A question or a small task in the middle of the screen. The focus moves into the dialog, and back when it closes. */
export function Dialog({
  isOpen,
  onOpenChange,
  title,
  description,
  children,
  footer,
  initialFocus,
  isWide,
  className,
}: DialogProps) {
  const layer = useLayer({ isOpen, onOpenChange }, { isOpenAtFirst: false });
  return (
    <Base.Root {...layer}>
      <Base.Portal>
        <Base.Backdrop className={SCRIM_CLASS} />
        <Base.Viewport className="fixed inset-0 z-40 grid place-items-center overflow-y-auto p-4">
          <Base.Popup initialFocus={initialFocus} className={cx(BOX, isWide ? "max-w-xl" : "max-w-md", className)}>
            <div className="flex items-start gap-2">
              <Base.Title className="min-w-0 flex-1 py-1.5 text-22">{title}</Base.Title>
              <Base.Close aria-label="Fechar" className={cx(CLOSE_CLASS, CLOSE_ON_PAGE, "-mr-2")}>
                <X aria-hidden className="size-5" strokeWidth={1.75} />
              </Base.Close>
            </div>
            {description != null && <Base.Description className="text-muted">{description}</Base.Description>}
            {children != null && <div className="mt-4">{children}</div>}
            {footer != null && <div className={FOOT}>{footer}</div>}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

/**
 * Closes the dialog around it and looks like the given button: `<DialogClose render={<Button>Cancelar</Button>} />`.
 */
export const DialogClose = Base.Close;

const BOX =
  "w-full rounded-sheet border border-line bg-surface p-5 text-ink shadow-soft outline-none transition-[opacity,scale] duration-150 data-starting-style:scale-[0.98] data-starting-style:opacity-0 data-ending-style:scale-[0.98] data-ending-style:opacity-0 md:p-6";

const FOOT = "mt-6 flex flex-col-reverse gap-2 md:flex-row md:justify-end md:gap-3";
