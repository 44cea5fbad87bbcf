import { Bell } from "lucide-react";

/** What happened around the member. Nothing can happen yet, so it is empty. */
export function NotificationsPanel() {
  return (
    <div className="grid justify-items-center gap-3 px-5 pt-6 pb-9 text-center text-muted">
      <span className="grid size-12 place-items-center rounded-full bg-tint">
        <Bell aria-hidden className="size-5" strokeWidth={1.75} />
      </span>
      <p>Nenhuma notificação</p>
    </div>
  );
}
