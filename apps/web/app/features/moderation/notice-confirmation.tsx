import { noticeConfirmationTexts } from "@caramelo/contract/texts/moderation";
import { api } from "~/platform/api.ts";
import { TextLink } from "~/ui/basics/link.tsx";
import { LinkConfirmation } from "~/ui/states/link-confirmation.tsx";

/** Opened by the link in the mail of a notice. */
export function NoticeConfirmation({ token }: { token: string | null | undefined }) {
  return (
    <LinkConfirmation
      token={token}
      noun="denúncia"
      texts={noticeConfirmationTexts}
      confirm={(secret) => api.moderation.confirmNotice({ body: { token: secret } })}
      refused={
        <>
          Se a denúncia ainda aguarda uma decisão, a equipe a analisa mesmo assim.{" "}
          <TextLink to="/denunciar-conteudo">Enviar outra denúncia</TextLink>
        </>
      }
    />
  );
}
