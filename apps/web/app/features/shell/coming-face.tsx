import { Hourglass } from "lucide-react";
import type { ReactNode } from "react";
import { Face } from "~/ui/face.tsx";
import { ButtonLink } from "~/ui/link.tsx";

type Props = { title?: string; icon?: ReactNode; as?: "h1" | "h2"; back?: { to: string; label: string } };

/** A screen that is not there yet says so. */
export function ComingFace({ title = "Em construção", icon, as = "h2", back }: Props) {
  return (
    <Face
      kind="empty"
      className="px-5"
      as={as}
      icon={icon ?? <Hourglass aria-hidden className="text-primary" />}
      title={title}
      text="Esta parte ainda está sendo preparada."
      action={back && <ButtonLink to={back.to}>{back.label}</ButtonLink>}
    />
  );
}
