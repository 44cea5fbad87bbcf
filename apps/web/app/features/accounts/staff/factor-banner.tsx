import { useMember } from "~/platform/session.ts";
import { TextLink } from "~/ui/basics/link.tsx";
import { Alert } from "~/ui/states/alert.tsx";

/** Offers a second factor to staff who have none, where the site does not require one. */
export function FactorBanner() {
  const { staff } = useMember();
  if (!staff || staff.hasFactor || staff.awaitsFactor) return null;
  return (
    <Alert tone="info" className="mb-4">
      Sua conta da equipe abre só com a senha.{" "}
      <TextLink to="/admin/seguranca">Ative a verificação em duas etapas</TextLink>
    </Alert>
  );
}
