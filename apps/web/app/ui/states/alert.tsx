import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "~/ui/basics/cx.ts";

export type Tone = "success" | "error" | "warning" | "info";

const LOOKS = {
  success: { icon: CircleCheck, className: "bg-ok-soft text-ok" },
  error: { icon: CircleAlert, className: "bg-danger-soft text-danger" },
  warning: { icon: TriangleAlert, className: "bg-warn-soft text-warn" },
  info: { icon: Info, className: "bg-info-soft text-info" },
} as const;

type Props = { tone?: Tone; title?: ReactNode; children?: ReactNode; action?: ReactNode; className?: string };

/** A message inside the page. Errors interrupt a screen reader; other messages wait. */
export function Alert({ tone = "info", title, children, action, className }: Props) {
  const { icon: Icon, className: look } = LOOKS[tone];
  return (
    <div
      role={tone === "error" ? "alert" : "status"}
      className={cx(
        "flex gap-3 rounded-control outline outline-transparent px-3.5 py-3 text-14 font-medium",
        look,
        className,
      )}
    >
      <Icon aria-hidden className="size-5 shrink-0" strokeWidth={1.75} />
      <div className="grid min-w-0 flex-1 gap-1">
        {title && <p className="font-semibold">{title}</p>}
        {children && <div>{children}</div>}
        {action}
      </div>
    </div>
  );
}
