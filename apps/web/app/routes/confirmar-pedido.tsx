import { useLinkToken } from "~/features/accounts/mailed-link/use-link-token.ts";
import { RequestConfirmation } from "~/features/personal-data/requests/request-confirmation.tsx";
import { pageTitle } from "~/features/shell/screen/page-title.ts";

export const meta = () => pageTitle("Confirmar pedido");

/** The screen that the mail about a request links to. */
export default function RequestConfirmationPage() {
  return (
    <div className="mx-auto grid w-full max-w-160 content-start gap-5 px-4 py-8 md:px-8 md:py-14">
      <h1>Confirmar pedido</h1>
      <RequestConfirmation token={useLinkToken()} />
    </div>
  );
}
