import { Search } from "lucide-react";
import { pageTitle } from "~/features/shell/page-title.ts";
import type { ScreenHandle } from "~/features/shell/rules.ts";
import { Face } from "~/ui/face.tsx";
import { ButtonLink } from "~/ui/link.tsx";

export const meta = () => pageTitle("Buscar");
export const handle: ScreenHandle = { title: "Buscar" };

export default function Discovery() {
  return (
    <Face
      kind="empty"
      className="px-5"
      icon={<Search aria-hidden className="text-primary" />}
      title="Nenhum perfil encontrado"
      text="A busca ainda está sendo preparada. Enquanto isso, confira se o seu perfil está do seu jeito."
      action={<ButtonLink to="/perfil">Ver meu perfil</ButtonLink>}
    />
  );
}
