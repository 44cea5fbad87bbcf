import { ChevronDown } from "lucide-react";
import { IconButton } from "~/ui/basics/icon-button.tsx";
import { Menu } from "~/ui/overlays/menu.tsx";
import { lazyPart, usePreload } from "~/ui/states/lazy-part.tsx";

const Entries = lazyPart(() => import("./account-menu-list.tsx").then((file) => file.AccountMenuList));

/** The menu beside the avatar in the top bar, on desktops. */
export function AccountMenu() {
  usePreload(Entries);
  return (
    <Menu
      trigger={
        <IconButton label="Sua conta" className="text-muted">
          <ChevronDown aria-hidden strokeWidth={1.75} />
        </IconButton>
      }
    >
      <Entries />
    </Menu>
  );
}
