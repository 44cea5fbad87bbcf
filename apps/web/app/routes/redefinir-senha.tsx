import { PasswordReset } from "~/features/accounts/recovery/password-reset.tsx";
import { GuestPage } from "~/features/shell/arrival/guest-page.tsx";
import { pageTitle } from "~/features/shell/screen/page-title.ts";

export const meta = () => pageTitle("Sua senha");

export default function ResetPassword() {
  return (
    <GuestPage>
      <PasswordReset />
    </GuestPage>
  );
}
