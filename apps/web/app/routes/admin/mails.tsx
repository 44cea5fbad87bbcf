import { ComingFace } from "~/features/shell/coming-face.tsx";
import { pageTitle } from "~/features/shell/page-title.ts";
import type { ScreenHandle } from "~/features/shell/rules.ts";

export const meta = () => pageTitle("E-mails");
export const handle: ScreenHandle = { title: "E-mails" };

export default function Mails() {
  return <ComingFace back={{ to: "/busca", label: "Buscar perfis" }} />;
}
