import { DoorOpen, SunMoon } from "lucide-react";
import { switchTheme } from "~/platform/theme.ts";
import { MenuItem, MenuSeparator } from "~/ui/overlays/menu.tsx";
import { leaveQuickly } from "./leave-quickly.ts";
import { SectionEntries } from "./section-entries.tsx";

/** The entries of the avatar's menu, on desktops. The bar itself has the profile and "Sair". */
export function AccountMenuList() {
  return (
    <>
      <SectionEntries />
      <MenuSeparator />
      <MenuItem onSelect={switchTheme} icon={<SunMoon aria-hidden />}>
        Tema claro ou escuro
      </MenuItem>
      <MenuItem onSelect={leaveQuickly} icon={<DoorOpen aria-hidden />}>
        Saída rápida
      </MenuItem>
    </>
  );
}
