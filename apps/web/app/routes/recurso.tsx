import { useLinkToken } from "~/features/accounts/mailed-link/use-link-token.ts";
import { MailedMeasure } from "~/features/moderation/mailed-measure.tsx";
import { pageTitle } from "~/features/shell/screen/page-title.ts";

export const meta = () => pageTitle("Recurso");

/** The screen that a mail about a measure links to. */
export default function AppealPage() {
  return (
    <div className="mx-auto grid w-full max-w-160 content-start gap-5 px-4 py-8 md:px-8 md:py-14">
      <h1>Aviso da equipe</h1>
      <MailedMeasure token={useLinkToken()} />
    </div>
  );
}
