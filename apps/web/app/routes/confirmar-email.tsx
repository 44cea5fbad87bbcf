import { EmailConfirmation } from "~/features/accounts/confirmation/email-confirmation.tsx";
import { pageTitle } from "~/features/shell/screen/page-title.ts";

export const meta = () => pageTitle("Confirmar e-mail");

export default function ConfirmEmail() {
  return <EmailConfirmation />;
}
