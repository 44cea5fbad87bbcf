import { countWords } from "@caramelo/contract/formats/counts";
import { ChevronDown } from "lucide-react";
import { Button } from "~/ui/basics/button.tsx";
import { Menu, MenuItem } from "~/ui/overlays/menu.tsx";
import type { SwitchName } from "../queries.ts";
import { SWITCH_NAMES, switchWords } from "../rules.ts";

type Props = {
  count: number;
  isAllowed: (name: SwitchName) => boolean;
  onAsk: (name: SwitchName, isOn: boolean) => void;
  onClear: () => void;
};

export function BulkBar({ count, isAllowed, onAsk, onClear }: Props) {
  if (count === 0) return null;
  const actions = SWITCH_NAMES.filter(isAllowed).flatMap((name) =>
    [true, false].map((isOn) => ({ name, isOn, label: switchWords[name].ask[isOn ? "on" : "off"] })),
  );
  return (
    <div className="sticky top-16 z-2 flex flex-wrap items-center gap-2 rounded-card border border-line bg-raised px-3.5 py-2 shadow-soft max-lg:top-14">
      <p role="status" className="mr-auto font-medium">
        {countWords(count, "usuário selecionado", "usuários selecionados")}
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
    </div>
  );
}
