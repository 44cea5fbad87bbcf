import { Crown } from "lucide-react";
import { ComingFace } from "~/features/shell/coming-face.tsx";
import { pageTitle } from "~/features/shell/page-title.ts";
import type { ScreenHandle } from "~/features/shell/rules.ts";

export const meta = () => pageTitle("Premium");
export const handle: ScreenHandle = { title: "Premium" };

export default function Premium() {
  return (
    <ComingFace icon={<Crown aria-hidden className="text-primary" />} back={{ to: "/busca", label: "Buscar perfis" }} />
  );
}
