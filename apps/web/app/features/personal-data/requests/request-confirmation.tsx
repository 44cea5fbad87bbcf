import { dataRequestConfirmationTexts } from "@caramelo/contract/texts/data-requests";
import { api } from "~/platform/api.ts";
import { TextLink } from "~/ui/basics/link.tsx";
import { LinkConfirmation } from "~/ui/states/link-confirmation.tsx";

/** Opened by the link in the mail of a data request. */
export function RequestConfirmation({ token }: { token: string | null | undefined }) {
  return (
    <LinkConfirmation
      token={token}
      noun="pedido"
      texts={dataRequestConfirmationTexts}
      confirm={(secret) => api.personalData.confirmDataRequest({ body: { token: secret } })}
      refused={<TextLink to="/privacidade/pedido">Enviar outro pedido</TextLink>}
    />
  );
}
