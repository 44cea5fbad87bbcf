import { EmailConfirmation } from "~/features/accounts/email-confirmation.tsx";
import { pageTitle } from "~/features/shell/page-title.ts";

export const meta = () => pageTitle("Confirmar email");

export default function ConfirmEmail() {
  return <EmailConfirmation />;
}
