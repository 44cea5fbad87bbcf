import { CloudAlert, Heart, Lock, WifiOff } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "~/ui/basics/cx.ts";
import { Spinner } from "~/ui/states/spinner.tsx";
import { StateArt } from "~/ui/states/state-art.tsx";

type Props = {
  title: string;
  /** What happened and what to do next. */
  text?: ReactNode;
  action?: ReactNode;
  /** Replaces the default icon: an empty list shows an icon of its content. */
  icon?: ReactNode;
  as?: "h1" | "h2" | "h3";
  className?: string;
};

/** Shown for an empty list or screen. */
export function EmptyState({ icon = <Heart aria-hidden className="text-rose" />, ...rest }: Props) {
  return <ScreenState {...rest} icon={icon} />;
}

/** Shown for something that failed to load. `LoadFailed` adds the retry button. */
export function ErrorState({ icon = <CloudAlert aria-hidden className="text-danger" />, ...rest }: Props) {
  return <ScreenState {...rest} icon={icon} role="status" />;
}

export function OfflineState({ icon = <WifiOff aria-hidden className="text-warn" />, ...rest }: Props) {
  return <ScreenState {...rest} icon={icon} role="status" />;
}

export function ForbiddenState({ icon = <Lock aria-hidden className="text-gold" />, ...rest }: Props) {
  return <ScreenState {...rest} icon={icon} role="status" />;
}

/** Shown while something without a skeleton loads. */
export function LoadingState({ icon = <Spinner className="size-8 text-primary" />, ...rest }: Props) {
  return <ScreenState {...rest} icon={icon} role="status" />;
}

/** Replaces the content with a drawing, words, and the next step. */
function ScreenState({ title, text, action, icon, as: Heading = "h2", className, role }: Props & { role?: "status" }) {
  return (
    <div
      role={role}
      className={cx(
        "mx-auto grid max-w-110 content-start justify-items-center gap-2.5 px-2 py-10 text-center md:px-5 md:py-16",
        className,
      )}
    >
      <StateArt icon={icon} />
      <Heading className="text-22">{title}</Heading>
      {text && <p className="text-balance text-muted">{text}</p>}
      {action && <div className="mt-3.5">{action}</div>}
    </div>
  );
}
