import { Sheet } from "~/ui/sheet.tsx";
import { NotificationsPanel } from "./notifications-panel.tsx";

/** What the bell shows, on phones. */
export function NotificationsSheet(props: { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }) {
  return (
    <Sheet {...props} title="Notificações">
      <NotificationsPanel />
    </Sheet>
  );
}
