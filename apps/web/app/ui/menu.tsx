import { createContext, useContext } from "react";
import type { ItemProps, MenuProps } from "~/ui/menu-box.tsx";
import { drawEarlyTrigger, useOnDemand } from "~/ui/on-demand.ts";

const load = () => import("~/ui/menu-box.tsx");

/** What a menu is made of, once it is there: entries are drawn in an open menu only. */
const Parts = createContext<Awaited<ReturnType<typeof load>> | undefined>(undefined);

/**
 * A few actions behind a button. Arrow keys, first letters and Escape work as in any menu. `bring`: fetches what its
 * entries need, since a menu opens with all of them or not at all.
 */
export function Menu({ bring, ...props }: MenuProps & { bring?: () => Promise<unknown> }) {
  const loadAll = () => Promise.all([load(), bring?.()]).then(([part]) => part);
  const { part, want } = useOnDemand(loadAll);
  if (!part) return drawEarlyTrigger(props.trigger, "menu", loadAll, want);
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
