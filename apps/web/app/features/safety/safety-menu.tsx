import { Ban, Ellipsis, Flag } from "lucide-react";
import { Button } from "~/ui/basics/button.tsx";
import { IconButton } from "~/ui/basics/icon-button.tsx";
import { Menu, MenuItem } from "~/ui/overlays/menu.tsx";
import type { Safety } from "./use-safety.tsx";

/** The entries without a menu, for a menu that has other entries too. */
export function SafetyEntries({ safety }: { safety: Safety }) {
  return (
    <>
      <MenuItem icon={<Flag aria-hidden />} onSelect={() => safety.report()}>
        Denunciar
      </MenuItem>
      <MenuItem icon={<Ban aria-hidden />} tone="danger" onSelect={safety.block}>
        Bloquear
      </MenuItem>
    </>
  );
}

/** The menu of a profile: on the photo on phones, next to the name on desktops. */
export function SafetyMenu({ safety }: { safety: Safety }) {
  return (["photo", "outline"] as const).map((look) => (
    <Menu
      key={look}
      trigger={
        <IconButton label="Mais opções" look={look} className={look === "photo" ? "md:hidden" : "max-md:hidden"}>
          <Ellipsis aria-hidden strokeWidth={1.75} />
        </IconButton>
      }
    >
      <SafetyEntries safety={safety} />
    </Menu>
  ));
}

export function ReportButton({ safety }: { safety: Safety }) {
  return (
    <Button variant="ghost" onClick={() => safety.report()} className="-ml-5 text-muted!">
      <Flag aria-hidden strokeWidth={1.75} />
      Denunciar
    </Button>
  );
}
