import { countWords } from "@caramelo/contract/formats/counts";
import { ChevronDown } from "lucide-react";
import { Button } from "~/ui/basics/button.tsx";
import { FootBar } from "~/ui/lists/foot-bar.tsx";
import { Menu, MenuItem } from "~/ui/overlays/menu.tsx";
import type { SwitchName } from "../queries.ts";
import { SWITCH_NAMES, switchWords } from "../rules.ts";

type Props = {
  count: number;
  isAllowed: (name: SwitchName) => boolean;
  onAsk: (name: SwitchName, isOn: boolean) => void;
  onClear: () => void;
};

/** The actions on the chosen members. The bar overlays the foot of the window, so that a tick moves no row. */
export function BulkBar({ count, isAllowed, onAsk, onClear }: Props) {
  const actions = SWITCH_NAMES.filter(isAllowed).flatMap((name) =>
    [true, false].map((isOn) => ({ name, isOn, label: switchWords[name].ask[isOn ? "on" : "off"] })),
  );
  return (
    <>
      {/* The element is in the page from the start, so that screen readers announce the first tick too. */}
      <p role="status" className="sr-only">
        {count > 0 && countWords(count, "usuário selecionado", "usuários selecionados")}
      </p>
      {count > 0 && (
        <FootBar label="Usuários selecionados">
          <p aria-hidden className="mr-auto font-medium">
            {countWords(count, "selecionado", "selecionados")}
          </p>
          <Menu
            trigger={
              <Button variant="outline" size="small">
                Ações
                <ChevronDown aria-hidden />
              </Button>
            }
          >
            {actions.map(({ name, isOn, label }) => (
              <MenuItem
                key={label}
                tone={name === "active" && !isOn ? "danger" : undefined}
                onSelect={() => onAsk(name, isOn)}
              >
                {label}
              </MenuItem>
            ))}
          </Menu>
          <Button variant="ghost" size="small" onClick={onClear}>
            Limpar seleção
          </Button>
        </FootBar>
      )}
    </>
  );
}
