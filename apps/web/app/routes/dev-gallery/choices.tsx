import { MapPin } from "lucide-react";
import { useState } from "react";
import { TextLink } from "~/ui/basics/link.tsx";
import { Checkbox } from "~/ui/forms/checkbox.tsx";
import { ChoiceGroup } from "~/ui/forms/choice-group.tsx";
import { ComboboxField } from "~/ui/forms/combobox-field.tsx";
import { RangeSlider, Slider, type Span } from "~/ui/forms/slider.tsx";
import { Switch } from "~/ui/forms/switch.tsx";
import type { ComboboxOption } from "~/ui/forms/use-combobox.ts";
import { Block } from "./block.tsx";

const CITIES = [
  "São Paulo, SP",
  "São José dos Campos, SP",
  "São José do Vale do Rio Preto, RJ",
  "Osasco, SP",
  "Santos, SP",
];

export function Choices() {
  const [city, setCity] = useState<ComboboxOption | null>(null);
  const [text, setText] = useState("");
  const found = CITIES.filter((name) => text.length > 1 && name.toLowerCase().includes(text.toLowerCase()));
  return (
    <Block title="Escolhas">
      <ChoiceGroup
        label="Gênero"
        name="gender"
        defaultValue="feminino"
        choices={[
          { value: "feminino", label: "Feminino" },
          { value: "masculino", label: "Masculino" },
        ]}
      />
      <ChoiceGroup
        label="Tipo de conta"
        name="role"
        error="Escolha o tipo de conta."
        choices={[
          { value: "baby", label: "Sugar Baby" },
          { value: "mommy", label: "Sugar Mommy" },
        ]}
      />
      <ComboboxField
        label="Localização"
        hint="Digite o nome da sua cidade."
        placeholder="Sua cidade"
        icon={<MapPin aria-hidden strokeWidth={1.75} />}
        options={found.map((name) => ({ value: name, label: name }))}
        value={city}
        onValueChange={setCity}
        onSearch={setText}
        emptyText="Nenhuma cidade encontrada"
      />
      <div>
        <Checkbox defaultChecked>Lembrar de mim</Checkbox>
        <Checkbox error="É preciso aceitar para continuar.">
          Tenho 18 anos ou mais e aceito os <TextLink to="/termos">Termos de uso</TextLink>.
        </Checkbox>
      </div>
      <div className="flex gap-4">
        <Switch defaultChecked>Ativo</Switch>
        <Switch>Premium</Switch>
      </div>
    </Block>
  );
}

export function Sliders() {
  const [age, setAge] = useState<Span>([22, 34]);
  const [distance, setDistance] = useState(50);
  return (
    <Block title="Réguas">
      <RangeSlider
        label="Idade"
        min={18}
        max={80}
        value={age}
        onValueChange={setAge}
        thumbLabels={["Idade mínima", "Idade máxima"]}
        describe={([from, to]) => `${from} a ${to} anos`}
      />
      <Slider
        label="Distância"
        min={5}
        max={200}
        step={5}
        value={distance}
        onValueChange={setDistance}
        describe={(km) => `até ${km} km`}
      />
    </Block>
  );
}
