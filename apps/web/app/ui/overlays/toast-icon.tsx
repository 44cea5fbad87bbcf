import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import { Avatar } from "~/ui/members/avatar.tsx";
import type { ToastContent } from "~/ui/overlays/toast.ts";

const ICONS = {
  success: <CircleCheck aria-hidden className="size-5 text-ok" strokeWidth={1.75} />,
  error: <CircleAlert aria-hidden className="size-5 text-danger" strokeWidth={1.75} />,
  warning: <TriangleAlert aria-hidden className="size-5 text-warn" strokeWidth={1.75} />,
  info: <Info aria-hidden className="size-5 text-info" strokeWidth={1.75} />,
};

/** The sender's photo, or else the icon of the toast's type. */
export function ToastIcon({ toast }: { toast: ToastContent }) {
  if (toast.image === undefined) return <span className="mt-0.5">{ICONS[toast.type]}</span>;
  return <Avatar src={toast.image ?? undefined} alt="" />;
}
