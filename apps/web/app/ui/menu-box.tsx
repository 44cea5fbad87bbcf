import { Menu as Base } from "@base-ui/react/menu";
import type { ReactElement, ReactNode } from "react";
import { Link } from "react-router";
import { cx } from "~/ui/cx.ts";
import { usePressAgain } from "~/ui/on-demand.ts";
import { POPUP_CLASS } from "~/ui/popup-class.ts";

export type MenuProps = {
  trigger: ReactElement;
  align?: "start" | "center" | "end";
  children: ReactNode;
  className?: string;
};

/** The menu itself; use `Menu`, which brings it when it is needed. */
export function MenuBox({ trigger, align = "end", children, className }: MenuProps) {
  const opener = usePressAgain();
  return (
    <Base.Root>
      <Base.Trigger ref={opener} render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={6} align={align} collisionPadding={12} className="z-40 outline-none">
          <Base.Popup
            className={cx(
              POPUP_CLASS,
              "max-h-(--available-height) min-w-58 overflow-y-auto overscroll-contain p-1.5",
              className,
            )}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

const ITEM =
  "flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 font-medium outline-none data-highlighted:bg-primary/10 data-disabled:opacity-50 [&>svg]:size-5 [&>svg]:shrink-0 [&>svg]:stroke-[1.75]";

export type ItemProps = { icon?: ReactNode; tone?: "plain" | "danger"; isDisabled?: boolean; children: ReactNode };

export function ItemBox({ icon, tone, isDisabled, onSelect, children }: ItemProps & { onSelect: () => void }) {
  return (
    <Base.Item onClick={onSelect} disabled={isDisabled} className={cx(ITEM, tone === "danger" && "text-danger")}>
      {icon}
      {children}
    </Base.Item>
  );
}

export function LinkBox({ icon, tone, to, children }: ItemProps & { to: string }) {
  return (
    <Base.LinkItem closeOnClick render={<Link to={to} />} className={cx(ITEM, tone === "danger" && "text-danger")}>
      {icon}
      {children}
    </Base.LinkItem>
  );
}

export function SeparatorBox() {
  return <Base.Separator className="mx-3 my-1.5 h-px bg-line" />;
}
