import { ComingFace } from "~/features/shell/coming-face.tsx";
import { pageTitle } from "~/features/shell/page-title.ts";

export const meta = () => pageTitle("Perguntas frequentes");

export default function Faq() {
  return <ComingFace as="h1" title="Perguntas frequentes" />;
}
