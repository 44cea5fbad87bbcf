import { listRoles, YES_FILTERS } from "@caramelo/contract/discovery/address";
import {
  AGE_FILTER_MAX,
  AGE_FILTER_MIN,
  CITY_FILTER_SEARCH_MIN,
  DISTANCE_MAX_KM,
  DISTANCE_MIN_KM,
  DISTANCE_STEP_KM,
} from "@caramelo/contract/limits";
import { LocateFixed } from "lucide-react";
import { type SubmitEvent, useId } from "react";

import { Button } from "~/ui/basics/button.tsx";
import { cx } from "~/ui/basics/cx.ts";
import { Checkbox } from "~/ui/forms/checkbox.tsx";
import { ChoiceGroup } from "~/ui/forms/choice-group.tsx";
import { CityField } from "~/ui/forms/city-field.tsx";
import { RangeSlider, Slider } from "~/ui/forms/slider.tsx";
import { Sheet } from "~/ui/overlays/sheet.tsx";
import { agesText, distanceText, foundText, PRESENCE_LABELS, ROLE_WORDS, YES_WORDS } from "./filter-rules.ts";
import { type Draft, type DraftProps, useDraft } from "./use-draft-filter.ts";

type PanelProps = DraftProps & { className?: string };

/** The filters next to the grid, or above it in narrow windows. */
export function FilterPanel({ className, ...props }: PanelProps) {
  const draft = useDraft(props);
  return (
    <form
      aria-label="Filtros"
      noValidate
      onSubmit={(event) => submit(event, draft)}
      className={cx("rounded-card border border-line bg-surface px-5 py-4", className)}
    >
      <h2 className="text-18">Filtros</h2>
      <Fields draft={draft} className="mt-3 md:max-xl:grid-cols-3 md:max-xl:gap-x-8" />
      <div className="mt-3 grid gap-1.5 md:max-xl:flex md:max-xl:items-center md:max-xl:justify-end md:max-xl:gap-3">
        <Found draft={draft} className="text-center md:max-xl:mr-auto" />
        <Button type="submit">Aplicar Filtros</Button>
        <Button variant="ghost" onClick={draft.clear} className="md:max-xl:-order-1 md:max-xl:-ml-5">
          Limpar Filtros
        </Button>
      </div>
    </form>
  );
}

type SheetProps = DraftProps & { isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

/** The filters in a sheet, for phones. */
export function FilterSheet({ isOpen, onOpenChange, ...props }: SheetProps) {
  const draft = useDraft(props);
  const id = useId();
  function change(willBeOpen: boolean) {
    if (!willBeOpen) draft.reset();
    onOpenChange(willBeOpen);
  }
  return (
    <Sheet
      isOpen={isOpen}
      onOpenChange={change}
      title="Filtros"
      className="max-md:max-h-[92dvh]"
      footer={
        <>
          <Found draft={draft} className="-mb-1 basis-full! text-center" />
          <Button
            variant="outline"
            onClick={() => {
              draft.clear();
              onOpenChange(false);
            }}
            size="tight"
          >
            Limpar Filtros
          </Button>
          <Button type="submit" form={id} size="tight">
            Aplicar Filtros
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        onSubmit={(event) => {
          submit(event, draft);
          onOpenChange(false);
        }}
      >
        <Fields draft={draft} className="gap-y-3.5" />
      </form>
    </Sheet>
  );
}

function submit(event: SubmitEvent, draft: Draft) {
  event.preventDefault();
  draft.apply();
}

function Fields({ draft, className }: { draft: Draft; className?: string }) {
  const { filter, change } = draft;
  const hasCity = filter.cityId !== undefined;
  return (
    <div className={cx("grid grid-cols-[minmax(0,1fr)] content-start gap-x-6 gap-y-3", className)}>
      <RangeSlider
        label="Idade"
        min={AGE_FILTER_MIN}
        max={AGE_FILTER_MAX}
        minSteps={1}
        value={[filter.ageMin, filter.ageMax]}
        onValueChange={([ageMin, ageMax]) => change({ ageMin, ageMax })}
        thumbLabels={["Idade mínima", "Idade máxima"]}
        describe={([from, to]) => agesText(from, to)}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-1">
        <CityField
          label="Cidade"
          placeholder="Qualquer cidade"
          minLength={CITY_FILTER_SEARCH_MIN}
          value={draft.city}
          onChange={draft.changeCity}
        />
        {draft.chooseOwnCity && (
          <Button variant="ghost" size="small" onClick={draft.chooseOwnCity} className="-ml-2 justify-self-start px-2!">
            <LocateFixed aria-hidden strokeWidth={1.75} />
            Usar minha cidade
          </Button>
        )}
      </div>
      <Slider
        label="Distância"
        min={DISTANCE_MIN_KM}
        max={DISTANCE_MAX_KM}
        step={DISTANCE_STEP_KM}
        disabled={!hasCity}
        hint={hasCity ? undefined : "Escolha uma cidade primeiro."}
        value={filter.distanceKm ?? DISTANCE_MAX_KM}
        onValueChange={(distanceKm) => change({ distanceKm })}
        describe={distanceText}
      />
      <RoleField draft={draft} />
      <ChoiceGroup
        isCompact
        label="Presença"
        choices={[
          { value: "any", label: "Todos" },
          { value: "online", label: PRESENCE_LABELS.online },
          { value: "recent", label: PRESENCE_LABELS.recent },
        ]}
        value={filter.presence ?? "any"}
        onValueChange={(presence) => change({ presence: presence === "any" ? undefined : presence })}
        className="md:max-xl:col-span-2"
      />
      {YES_FILTERS.map((name) => (
        <Checkbox
          key={name}
          checked={filter[name] === "1"}
          onChange={(event) => change({ [name]: event.target.checked ? "1" : undefined })}
          className="md:max-xl:self-end"
        >
          {YES_WORDS[name].long}
        </Checkbox>
      ))}
    </div>
  );
}

function RoleField({ draft: { filter, change, viewer } }: { draft: Draft }) {
  const roles = listRoles(viewer);
  if (roles.length === 0) return null;
  return (
    <ChoiceGroup
      isCompact
      label="Quem você quer ver"
      choices={[{ value: "any", label: "Todos" }, ...roles.map((role) => ({ value: role, label: ROLE_WORDS[role] }))]}
      value={filter.role ?? "any"}
      onValueChange={(role) => change({ role: role === "any" ? undefined : role })}
    />
  );
}

/** How many profiles the filter would show. The line keeps its height while the number loads. */
function Found({ draft: { found: foundCount, isCounting }, className }: { draft: Draft; className?: string }) {
  return (
    <p
      role="status"
      className={cx("min-h-5 text-14 text-muted transition-opacity", isCounting && "opacity-60", className)}
    >
      {foundCount !== undefined && foundText(foundCount)}
    </p>
  );
}
