import { UserRound } from "lucide-react";
import { ComingFace } from "~/features/shell/coming-face.tsx";
import { pageTitle } from "~/features/shell/page-title.ts";
import type { ScreenHandle } from "~/features/shell/rules.ts";

export const meta = () => pageTitle("Perfil");
export const handle: ScreenHandle = { title: "Perfil" };

export default function MemberProfile() {
  return (
    <ComingFace
      icon={<UserRound aria-hidden className="text-primary" />}
      back={{ to: "/busca", label: "Buscar perfis" }}
    />
  );
}
