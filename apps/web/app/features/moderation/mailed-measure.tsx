import { api, messageOf } from "~/platform/api.ts";
import { useLinkCheck } from "~/platform/use-link-check.ts";
import { Alert } from "~/ui/states/alert.tsx";
import { LoadFailed } from "~/ui/states/load-failed.tsx";
import { SpinnerLine } from "~/ui/states/spinner.tsx";
import { MeasureCard } from "./measure-card.tsx";

/**
 * The measure that a mail links to, for members who may not sign in. `token` is undefined until it is known, and null
 * when the address has none.
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
  if (check.state === "open") return <MeasureCard measure={check.answer.measure} onAppeal={appeal} />;
  if (check.state === "failed")
    return <LoadFailed title="A medida não carregou" text={messageOf(check.error)} onRetry={retry} />;
  if (check.state === "checking") return <SpinnerLine text="Conferindo o link…" />;
  return (
    <Alert tone="warning">Este link não vale mais. Abra o link completo do e-mail mais recente da nossa equipe.</Alert>
  );
}
