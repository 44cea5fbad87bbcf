import { brand } from "@caramelo/contract/brand/brand";
import { MailOpen } from "lucide-react";
import { api, messageOf } from "~/platform/api.ts";
import { useLinkCheck } from "~/platform/use-link-check.ts";
import { ButtonLink } from "~/ui/basics/link.tsx";
import { Alert } from "~/ui/states/alert.tsx";
import { LoadFailed } from "~/ui/states/load-failed.tsx";
import { EmptyState } from "~/ui/states/screen-state.tsx";
import { SpinnerLine } from "~/ui/states/spinner.tsx";
import { MeasureCard } from "./measure-card.tsx";

/**
 * The measure linked from a mail, for members who may not sign in. `token` is undefined until known, and null if the
 * address has none.
 */
export function MailedMeasure({ token }: { token: string | null | undefined }) {
  const { check, setCheck, retry } = useLinkCheck(
    token,
    (secret) => api.moderation.readMeasure({ body: { token: secret } }),
    "RESET_LINK_INVALID",
    "VALIDATION_ERROR",
  );
  async function appeal(text: string) {
    if (token) setCheck({ state: "open", answer: await api.moderation.appealByToken({ body: { token, text } }) });
  }
  if (token === null) return <WithoutLink />;
  if (check.state === "open") return <MeasureCard measure={check.answer.measure} onAppeal={appeal} />;
  if (check.state === "failed")
    return <LoadFailed title="A medida não carregou" text={messageOf(check.error)} onRetry={retry} />;
  if (check.state === "checking") return <SpinnerLine text="Conferindo o link…" />;
  return (
    <Alert tone="warning">Este link não vale mais. Abra o link completo do e-mail mais recente da nossa equipe.</Alert>
  );
}

/** Shown when the screen was opened without the link of a mail. */
function WithoutLink() {
  return (
    <EmptyState
      icon={<MailOpen aria-hidden className="text-primary" />}
      title="Abra esta página pelo e-mail"
      text={
        <>
          Quando a equipe toma uma medida sobre uma conta, enviamos um e-mail com o motivo e um link para recorrer. É
          por ele que esta página se abre. Se não encontrou o e-mail, procure no spam ou escreva para{" "}
          <span className="font-semibold wrap-anywhere text-ink">{brand.supportEmail}</span>.
        </>
      }
      action={
        <ButtonLink to="/medidas" variant="outline">
          Ver os avisos da minha conta
        </ButtonLink>
      }
    />
  );
}
