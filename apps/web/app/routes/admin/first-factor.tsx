import { SecondFactor } from "~/features/accounts/factor/second-factor.tsx";
import { PasskeyAlternative } from "~/features/accounts/staff/passkey-alternative.tsx";

/** Replaces every office screen for staff who must set up their second factor first. */
export function FirstFactor({ onDone }: { onDone: () => void }) {
  return (
    <div className="grid gap-4">
      <h1 className="text-22">Verificação em duas etapas</h1>
      <SecondFactor onDone={onDone}>
        <PasskeyAlternative onAdded={onDone} />
      </SecondFactor>
    </div>
  );
}
