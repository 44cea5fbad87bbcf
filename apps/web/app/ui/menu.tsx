import { createContext, useContext } from "react";
import type { ItemProps, MenuProps } from "~/ui/menu-box.tsx";
import { drawEarlyTrigger, useOnDemand } from "~/ui/on-demand.ts";

const load = () => import("~/ui/menu-box.tsx");

/** What a menu is made of, once it is there: entries are drawn in an open menu only. */
const Parts = createContext<Awaited<ReturnType<typeof load>> | undefined>(undefined);

/** A few actions behind a button. Arrow keys, first letters and Escape work as in any menu. */
export function Menu(props: MenuProps) {
  const { part, want } = useOnDemand(load);
  if (!part) return drawEarlyTrigger(props.trigger, "menu", load, want);
  return (
    <Parts value={part}>
      <part.MenuBox {...props} />
    </Parts>
  );
}

export function MenuItem(props: ItemProps & { onSelect: () => void }) {
  const parts = useContext(Parts);
  return parts && <parts.ItemBox {...props} />;
}

/** An entry that goes somewhere. */
export function MenuLink(props: ItemProps & { to: string }) {
  const parts = useContext(Parts);
  return parts && <parts.LinkBox {...props} />;
}

export function MenuSeparator() {
  const parts = useContext(Parts);
  return parts && <parts.SeparatorBox />;
}
