import { ComingFace } from "~/features/shell/coming-face.tsx";
import { pageTitle } from "~/features/shell/page-title.ts";
import type { ScreenHandle } from "~/features/shell/rules.ts";

export const meta = () => pageTitle("Configurações");
export const handle: ScreenHandle = { title: "Configurações" };

export default function Settings() {
  return <ComingFace back={{ to: "/busca", label: "Buscar perfis" }} />;
}
