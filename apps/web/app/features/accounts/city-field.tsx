import { CITY_SEARCH_DEBOUNCE_MS, CITY_SEARCH_MIN } from "@caramelo/contract/limits";
import { useQuery } from "@tanstack/react-query";
import { MapPin } from "lucide-react";
import { useState } from "react";
import { messageOf } from "~/platform/api.ts";
import { ComboboxField } from "~/ui/combobox-field.tsx";
import { useSettled } from "~/ui/use-settled.ts";
import { citySearch } from "./queries.ts";
import type { CityChoice } from "./sign-up-rules.ts";

type Props = {
  value: CityChoice | null;
  onChange: (city: CityChoice | null) => void;
  onBlur: () => void;
  inputRef: (element: HTMLInputElement | null) => void;
  error: string | undefined;
};

/** "City, UF" out of every Brazilian municipality. */
export function CityField({ value, onChange, onBlur, inputRef, error }: Props) {
  const [text, setText] = useState("");
  const settled = useSettled(text, CITY_SEARCH_DEBOUNCE_MS);
  const search = useQuery(citySearch(settled));
  const isEnough = text.length >= CITY_SEARCH_MIN;
  const found = isEnough && settled.length >= CITY_SEARCH_MIN ? (search.data?.cities ?? []) : [];
  return (
    <ComboboxField
      label="Localização"
      placeholder="Sua cidade"
      icon={<MapPin aria-hidden strokeWidth={1.75} />}
      options={found.map(({ id, label }) => ({ value: String(id), label }))}
      value={value}
      onValueChange={onChange}
      onSearch={setText}
      onBlur={onBlur}
      inputRef={inputRef}
      minLength={CITY_SEARCH_MIN}
      isLoading={isEnough && (settled !== text || search.isFetching)}
      emptyText={search.error ? messageOf(search.error) : "Nenhuma cidade encontrada"}
      error={error}
    />
  );
}
