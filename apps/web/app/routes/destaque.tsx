import { Sparkles } from "lucide-react";
import { ComingFace } from "~/features/shell/coming-face.tsx";
import { pageTitle } from "~/features/shell/page-title.ts";
import type { ScreenHandle } from "~/features/shell/rules.ts";

export const meta = () => pageTitle("Destaque");
export const handle: ScreenHandle = { title: "Destaque" };

export default function Highlight() {
  return (
    <ComingFace
      icon={<Sparkles aria-hidden className="text-primary" />}
      back={{ to: "/busca", label: "Buscar perfis" }}
    />
  );
}
