import { Gift } from "lucide-react";
import { Navigate, useSearchParams } from "react-router";
import { pageTitle } from "~/features/shell/page-title.ts";
import { useSession } from "~/platform/session.ts";
import { Face } from "~/ui/face.tsx";
import { ButtonLink } from "~/ui/link.tsx";

export const meta = () => pageTitle("Obrigado");

const TYPES = ["tokens", "premium", "highlight"];

/** It only tells, whoever opens it: what was bought is given by the payment, never by this page. */
export default function ThankYou() {
  const [search] = useSearchParams();
  const isSignedIn = useSession().user !== null;
  if (!TYPES.includes(search.get("type") ?? "")) return <Navigate to="/" replace />;
  return (
    <Face
      kind="empty"
      className="px-5"
      as="h1"
      icon={<Gift aria-hidden className="text-gold" />}
      title="Obrigado!"
      text="Assim que o pagamento for confirmado, sua compra aparece na sua conta."
      action={<ButtonLink to={isSignedIn ? "/busca" : "/login"}>{isSignedIn ? "Continuar" : "Entrar"}</ButtonLink>}
    />
  );
}
