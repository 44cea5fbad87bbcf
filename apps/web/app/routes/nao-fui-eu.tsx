import { SignInDenial } from "~/features/accounts/recovery/sign-in-denial.tsx";
import { pageTitle } from "~/features/shell/screen/page-title.ts";

export const meta = () => pageTitle("Não foi você?");

export default function DenySignIn() {
  return <SignInDenial />;
}
