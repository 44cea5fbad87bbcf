import { Menu as MenuIcon } from "lucide-react";
import { IconButton } from "~/ui/basics/icon-button.tsx";
import { Menu } from "~/ui/overlays/menu.tsx";
import { lazyPart, usePreload } from "~/ui/states/lazy-part.tsx";

/** The entries without their menu, for a screen whose own bar replaces the top bar on phones. */
export const PhoneMenuEntries = lazyPart(() => import("./phone-menu-list.tsx").then((file) => file.PhoneMenuList));

/** The menu of the top bar, on phones. */
export function PhoneMenu() {
  usePreload(PhoneMenuEntries);
  return (
    <Menu
      trigger={
        <IconButton label="Abrir menu" className="md:hidden">
          <MenuIcon aria-hidden strokeWidth={1.75} />
        </IconButton>
      }
    >
      <PhoneMenuEntries />
    </Menu>
  );
}
