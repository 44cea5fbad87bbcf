import type { ReactElement } from "react";
import { Popover } from "~/ui/popover.tsx";
import { NotificationsPanel } from "./notifications-panel.tsx";

/** What the bell shows, on desktops. It is there when it has been asked for. */
export function NotificationsDropdown({ button }: { button: ReactElement }) {
  return (
    <Popover title="Notificações" trigger={button} startsOpen>
      <NotificationsPanel />
    </Popover>
  );
}
