import { Menu as Base } from "@base-ui/react/menu";
import { type FocusEvent, useRef } from "react";
import { Link } from "react-router";
import { cx } from "~/ui/basics/cx.ts";
import { type ItemProps, type LinkItemProps, MenuParts, type MenuProps } from "~/ui/overlays/menu-parts.ts";
import { POPUP_CLASS } from "~/ui/overlays/popup-class.ts";
import { useLayer } from "~/ui/overlays/use-layer.ts";

/** The menu itself, initially open. Use `Menu`, which renders it on the first press. */
export function MenuBox({ trigger, align = "end", children, className }: MenuProps) {
  const handleFocus = useFirstEntryFocus();
  const layer = useLayer({}, { isOpenAtFirst: true, isOnPhonesOnly: true });
  return (
    <Base.Root {...layer}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        {/* Above toasts, which on phones would cover the last entries ("Sair"). */}
        <Base.Positioner sideOffset={6} align={align} collisionPadding={12} className="z-60 outline-none">
          <Base.Popup
            onFocus={handleFocus}
            className={cx(
              POPUP_CLASS,
              "menu-width max-h-(--available-height) overflow-y-auto overscroll-contain p-1.5",
              className,
            )}
          >
            <MenuParts value={PARTS}>{children}</MenuParts>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/**
 * Base UI focuses the first entry of a menu opened by a key. This menu was opened by a press on its placeholder, so
 * Base UI focuses the box; this hook moves that first focus to the first entry.
 */
function useFirstEntryFocus() {
  const isDone = useRef(false);
  return (event: FocusEvent<HTMLElement>) => {
    if (isDone.current) return;
    isDone.current = true;
    if (event.target !== event.currentTarget) return;
    const firstEntry = event.currentTarget.querySelector<HTMLElement>('[role="menuitem"]:not([data-disabled])');
    firstEntry?.focus({ preventScroll: true });
  };
}

const PARTS = { Item, LinkItem, Separator };

const ITEM =
  "press-row flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 font-medium -outline-offset-2 data-highlighted:bg-primary/10 data-disabled:opacity-50 [&>svg]:size-5 [&>svg]:shrink-0 [&>svg]:stroke-[1.75]";

function Item({ icon, tone, isDisabled, onSelect, children }: ItemProps) {
  return (
    <Base.Item onClick={onSelect} disabled={isDisabled} className={cx(ITEM, tone === "danger" && "text-danger")}>
      {icon}
      {children}
    </Base.Item>
  );
}

function LinkItem({ icon, tone, to, children }: LinkItemProps) {
  return (
    <Base.LinkItem closeOnClick render={<Link to={to} />} className={cx(ITEM, tone === "danger" && "text-danger")}>
      {icon}
      {children}
    </Base.LinkItem>
  );
}

function Separator() {
  return <Base.Separator className="mx-3 my-1.5 h-px bg-line" />;
}
