import { RecoveryRequest } from "~/features/accounts/recovery/recovery-request.tsx";
import { GuestPage } from "~/features/shell/arrival/guest-page.tsx";
import { pageTitle } from "~/features/shell/screen/page-title.ts";

export const meta = () => pageTitle("Esqueci minha senha");

export default function ForgotPassword() {
  return (
    <GuestPage>
      <RecoveryRequest />
    </GuestPage>
  );
}
