import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import { Avatar } from "~/ui/avatar.tsx";
import type { ToastNews } from "~/ui/toast.ts";

const ICONS = {
  success: <CircleCheck aria-hidden className="size-5 text-ok" strokeWidth={1.75} />,
  error: <CircleAlert aria-hidden className="size-5 text-danger" strokeWidth={1.75} />,
  warning: <TriangleAlert aria-hidden className="size-5 text-warn" strokeWidth={1.75} />,
  info: <Info aria-hidden className="size-5 text-info" strokeWidth={1.75} />,
};

/** The picture of a toast: the sender's photo, else the icon of its type. */
export function ToastIcon({ news }: { news: ToastNews }) {
  if (news.image === undefined) return <span className="mt-0.5">{ICONS[news.type]}</span>;
  return <Avatar src={news.image ?? undefined} alt="" />;
}
