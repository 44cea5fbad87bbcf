import { useContext } from "react";
import { type ItemProps, type LinkItemProps, MenuParts, type MenuProps } from "~/ui/overlays/menu-parts.ts";
import { placeholderTrigger } from "~/ui/overlays/placeholder-trigger.ts";
import { LazyPart, lazyPart, useOpening, usePreload } from "~/ui/states/lazy-part.tsx";

const MenuBox = lazyPart(() => import("~/ui/overlays/menu-box.tsx").then((file) => file.MenuBox));

/**
 * A few actions behind a button. Arrow keys, first letters and Escape work. Entries may be lazy parts; the menu opens
 * when all of them are loaded.
 */
export function Menu(props: MenuProps) {
  const { isDrawn, open, reset } = useOpening();
  usePreload(MenuBox);
  const placeholder = placeholderTrigger(props.trigger, "menu", open);
  return (
    <LazyPart fallback={placeholder} onFailure={reset}>
      {isDrawn ? <MenuBox {...props} /> : placeholder}
    </LazyPart>
  );
}

export function MenuItem(props: ItemProps) {
  const parts = useContext(MenuParts);
  return parts && <parts.Item {...props} />;
}

export function MenuLink(props: LinkItemProps) {
  const parts = useContext(MenuParts);
  return parts && <parts.LinkItem {...props} />;
}

export function MenuSeparator() {
  const parts = useContext(MenuParts);
  return parts && <parts.Separator />;
}
