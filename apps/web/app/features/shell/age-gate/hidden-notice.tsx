import { TextLink } from "~/ui/basics/link.tsx";
import { Alert } from "~/ui/states/alert.tsx";

/** Tells a member who has withdrawn the consent to sensitive data that nobody sees them, and what they can do. */
export function HiddenNotice() {
  return (
    <div className="mx-auto w-full max-w-160 px-4 pt-4 md:px-8">
      <Alert tone="warning" title="Sua conta está oculta">
        Você retirou a autorização de dados sensíveis.{" "}
        <TextLink to="/configuracoes/dados#autorizacoes">Autorizar de novo ou excluir a conta</TextLink>
      </Alert>
    </div>
  );
}
