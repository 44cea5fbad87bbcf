import { noticeConfirmationTexts } from "@caramelo/contract/texts/moderation";
import { api } from "~/platform/api.ts";
import { TextLink } from "~/ui/basics/link.tsx";
import { LinkConfirmation } from "~/ui/states/link-confirmation.tsx";

/** Opened by the link in the mail of a notice. */
export function NoticeConfirmation({ token }: { token: string | null | undefined }) {
  return (
    <LinkConfirmation
      token={token}
      noun="aviso"
      texts={noticeConfirmationTexts}
      confirm={(secret) => api.moderation.confirmNotice({ body: { token: secret } })}
      refused={
        <>
          Se o aviso ainda espera, a equipe o analisa mesmo assim.{" "}
          <TextLink to="/denunciar-conteudo">Enviar outro aviso</TextLink>
        </>
      }
    />
  );
}
