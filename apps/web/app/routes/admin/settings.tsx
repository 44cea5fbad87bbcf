import { SiteSettings } from "~/features/operator/site-settings.tsx";
import { pageTitle } from "~/features/shell/screen/page-title.ts";

export const meta = () => pageTitle("Configurações do site");

export default function Settings() {
  return (
    <div className="grid gap-4">
      <h1 className="text-22">Configurações do site</h1>
      <SiteSettings />
    </div>
  );
}
