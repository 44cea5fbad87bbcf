import { Info } from "lucide-react";
import { ComingFace } from "~/features/shell/coming-face.tsx";
import { GuestPage } from "~/features/shell/guest-page.tsx";
import { pageTitle } from "~/features/shell/page-title.ts";

export const meta = () => pageTitle("Sobre");

export default function About() {
  return (
    <GuestPage>
      <ComingFace
        as="h1"
        title="Sobre"
        icon={<Info aria-hidden className="text-primary" />}
        back={{ to: "/cadastro", label: "Cadastre-se" }}
      />
    </GuestPage>
  );
}
