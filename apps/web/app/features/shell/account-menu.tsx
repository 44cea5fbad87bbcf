import { ChevronDown } from "lucide-react";
import { IconButton } from "~/ui/icon-button.tsx";
import { lazyPart, usePreload } from "~/ui/lazy-part.tsx";
import { Menu } from "~/ui/menu.tsx";

const Entries = lazyPart(() => import("./account-menu-list.tsx").then((file) => file.AccountMenuList));

/** The menu behind the avatar of the top bar, on desktops. */
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
