import { SecondFactor } from "~/features/accounts/factor/second-factor.tsx";
import { PasskeyAlternative } from "~/features/accounts/staff/passkey-alternative.tsx";
import { pageTitle } from "~/features/shell/screen/page-title.ts";

export const meta = () => pageTitle("Minha segurança");

export default function Security() {
  return (
    <div className="grid gap-4">
      <h1 className="text-22">Verificação em duas etapas</h1>
      <SecondFactor>
        <PasskeyAlternative />
      </SecondFactor>
    </div>
  );
}
