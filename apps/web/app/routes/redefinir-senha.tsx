import { KeyRound } from "lucide-react";
import { ComingFace } from "~/features/shell/coming-face.tsx";
import { GuestPage } from "~/features/shell/guest-page.tsx";
import { pageTitle } from "~/features/shell/page-title.ts";

export const meta = () => pageTitle("Redefinir senha");

export default function ResetPassword() {
  return (
    <GuestPage>
      <ComingFace
        as="h1"
        title="Redefinir senha"
        icon={<KeyRound aria-hidden className="text-primary" />}
        back={{ to: "/login", label: "Voltar para o login" }}
      />
    </GuestPage>
  );
}
