import { Sheet } from "~/ui/overlays/sheet.tsx";
import { useShell } from "../shell-context.ts";

/** The notifications in a sheet, on phones. */
export function NotificationsSheet(props: { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }) {
  const { Notifications, NotificationsAction } = useShell().panels;
  return (
    <Sheet {...props} title="Notificações" action={<NotificationsAction />}>
      {/* The negative margin lets the rows reach from edge to edge. */}
      <div className="-mx-5 md:-mx-6">
        <Notifications onLeave={() => props.onOpenChange(false)} />
      </div>
    </Sheet>
  );
}
