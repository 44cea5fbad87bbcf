import { Moon, Sun } from "lucide-react";
import { switchTheme } from "~/platform/theme.ts";
import { IconButton } from "~/ui/basics/icon-button.tsx";

/** Switches between light and dark. CSS selects the icon, because prerendered HTML has no theme. */
export function ThemeSwitch({ className }: { className?: string }) {
  return (
    <IconButton label="Alternar tema claro ou escuro" className={className} onClick={switchTheme}>
      <Moon aria-hidden strokeWidth={1.75} className="dark:hidden" />
      <Sun aria-hidden strokeWidth={1.75} className="hidden dark:block" />
    </IconButton>
  );
}
