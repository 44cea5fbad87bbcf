import { Hourglass } from "lucide-react";
import type { ReactNode } from "react";
import { ButtonLink } from "~/ui/link.tsx";
import { EmptyState } from "~/ui/screen-state.tsx";

type Props = { title?: string; icon?: ReactNode; as?: "h1" | "h2"; back?: { to: string; label: string } };

/** For a screen that is not built yet. */
export function ComingSoon({ title = "Em construção", icon, as = "h2", back }: Props) {
  return (
    <EmptyState
      className="px-5"
      as={as}
      icon={icon ?? <Hourglass aria-hidden className="text-primary" />}
      title={title}
      text="Esta parte ainda está sendo preparada."
      action={back && <ButtonLink to={back.to}>{back.label}</ButtonLink>}
    />
  );
}
