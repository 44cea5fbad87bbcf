import { Compass } from "lucide-react";
import { ComingFace } from "~/features/shell/coming-face.tsx";
import { GuestPage } from "~/features/shell/guest-page.tsx";
import { pageTitle } from "~/features/shell/page-title.ts";

export const meta = () => pageTitle("Como funciona");

export default function HowItWorks() {
  return (
    <GuestPage>
      <ComingFace
        as="h1"
        title="Como funciona"
        icon={<Compass aria-hidden className="text-primary" />}
        back={{ to: "/cadastro", label: "Cadastre-se" }}
      />
    </GuestPage>
  );
}
