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
  /** Replaces the state's own icon: an empty list shows what it is empty of. */
  icon?: ReactNode;
  as?: "h1" | "h2" | "h3";
  className?: string;
};

/** A list or a screen that has nothing to show. */
export function EmptyState({ icon = <Heart aria-hidden className="text-rose" />, ...rest }: Props) {
  return <ScreenState {...rest} icon={icon} />;
}

/** Something could not be loaded. `LoadFailed` adds the retry. */
export function ErrorState({ icon = <CloudAlert aria-hidden className="text-danger" />, ...rest }: Props) {
  return <ScreenState {...rest} icon={icon} role="status" />;
}

/** The device has no network. */
export function OfflineState({ icon = <WifiOff aria-hidden className="text-warn" />, ...rest }: Props) {
  return <ScreenState {...rest} icon={icon} role="status" />;
}

/** The member may not see this. */
export function ForbiddenState({ icon = <Lock aria-hidden className="text-gold" />, ...rest }: Props) {
  return <ScreenState {...rest} icon={icon} role="status" />;
}

/** Something is loading, and no skeleton has its shape. */
export function LoadingState({ icon = <Spinner className="size-8 text-primary" />, ...rest }: Props) {
  return <ScreenState {...rest} icon={icon} role="status" />;
}

/** Takes the place of the content: a drawing, words, and the next step. */
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
