import { CloudAlert, Heart, Lock, WifiOff } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "~/ui/cx.ts";
import { FanArt } from "~/ui/face-art.tsx";
import { Spinner } from "~/ui/spinner.tsx";

type Kind = "empty" | "failed" | "offline" | "forbidden" | "loading";

const ICONS: Record<Kind, ReactNode> = {
  empty: <Heart aria-hidden className="text-rose" />,
  failed: <CloudAlert aria-hidden className="text-danger" />,
  offline: <WifiOff aria-hidden className="text-warn" />,
  forbidden: <Lock aria-hidden className="text-gold" />,
  loading: <Spinner className="size-8 text-primary" />,
};

type Props = {
  kind: Kind;
  title: string;
  /** What happened and what to do next. */
  text?: ReactNode;
  action?: ReactNode;
  /** Replaces the icon of the kind: empty lists say what they are empty of. */
  icon?: ReactNode;
  as?: "h1" | "h2" | "h3";
  className?: string;
};

/** What stands where content would be: three cards of a fan, words, and the next step. */
export function Face({ kind, title, text, action, icon, as: Heading = "h2", className }: Props) {
  return (
    <div
      role={kind === "empty" ? undefined : "status"}
      className={cx(
        "mx-auto grid max-w-110 content-start justify-items-center gap-2.5 px-2 py-10 text-center md:px-5 md:py-16",
        className,
      )}
    >
      <FanArt icon={icon ?? ICONS[kind]} />
      <Heading className="text-22">{title}</Heading>
      {text && <p className="text-balance text-muted">{text}</p>}
      {action && <div className="mt-3.5">{action}</div>}
    </div>
  );
}
