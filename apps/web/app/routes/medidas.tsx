import { MeasureList } from "~/features/moderation/measure-list.tsx";
import type { ScreenHandle } from "~/features/shell/rules.ts";
import { pageTitle } from "~/features/shell/screen/page-title.ts";

export const meta = () => pageTitle("Avisos da equipe");
export const handle: ScreenHandle = { title: "Avisos da equipe" };

export default function Measures() {
  return (
    <div className="mx-auto grid w-full max-w-160 gap-4 px-4 pt-4 pb-10 md:px-8 md:pt-6">
      <MeasureList />
    </div>
  );
}
