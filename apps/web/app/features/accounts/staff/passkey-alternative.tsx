import { PasskeySection } from "../passkeys/passkey-section.tsx";

/** Staff may use passkeys in place of an authenticator app. */
export function PasskeyAlternative({ onAdded }: { onAdded?: () => void }) {
  return (
    <section aria-labelledby="chaves-titulo" className="max-w-2xl border-t border-line pt-4">
      <h2 id="chaves-titulo" className="text-18">
        Chaves de acesso
      </h2>
      <p className="mt-1 text-14 text-muted">
        No lugar do aplicativo, use a digital, o rosto ou o PIN do seu aparelho. Com uma chave, a senha sozinha não abre
        mais a sua conta da equipe.
      </p>
      <PasskeySection onAdded={onAdded} />
    </section>
  );
}
