import { ComingFace } from "~/features/shell/coming-face.tsx";
import { pageTitle } from "~/features/shell/page-title.ts";
import type { ScreenHandle } from "~/features/shell/rules.ts";

export const meta = () => pageTitle("Visitas");
export const handle: ScreenHandle = { title: "Visitas" };

export default function Visits() {
  return <ComingFace back={{ to: "/busca", label: "Buscar perfis" }} />;
}
