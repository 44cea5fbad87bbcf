import { Menu as MenuIcon } from "lucide-react";
import { logFailure } from "~/platform/log.ts";
import { IconButton } from "~/ui/icon-button.tsx";
import { bring, Later } from "~/ui/later.tsx";
import { Menu } from "~/ui/menu.tsx";

/** The menu of the top bar, on phones. */
export function PhoneMenu() {
  return (
    <Menu
      bring={bringEntries}
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

const loadEntries = () => import("./phone-menu-list.tsx").then((file) => file.PhoneMenuList);
const bringEntries = () => bring(loadEntries);
const noteFailure = (error: unknown) => logFailure("loading the entries of the menu", error);

/** Its entries alone, for a screen whose own bar is the head of the phone: the menu there must offer them too. */
export function PhoneMenuEntries() {
  return <Later load={loadEntries} given={{}} onFailure={noteFailure} />;
}
