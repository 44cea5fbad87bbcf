import { pageTitle } from "~/features/shell/page-title.ts";
import type { ScreenHandle } from "~/features/shell/rules.ts";
import { Face } from "~/ui/face.tsx";
import { ButtonLink } from "~/ui/link.tsx";

export const meta = () => pageTitle("Favoritos");
export const handle: ScreenHandle = { title: "Meus Favoritos" };

export default function Favorites() {
  return (
    <Face
      kind="empty"
      className="px-5"
      title="Nenhum favorito encontrado"
      text="Quem você favoritar vai ficar guardado aqui, só para você. Esta parte ainda está sendo preparada."
      action={<ButtonLink to="/busca">Buscar perfis</ButtonLink>}
    />
  );
}
