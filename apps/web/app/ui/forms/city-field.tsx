import { CITY_SEARCH_DEBOUNCE_MS, CITY_SEARCH_MIN } from "@caramelo/contract/limits";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { MapPin } from "lucide-react";
import { useState } from "react";
import { api, messageOf } from "~/platform/api.ts";
import { ComboboxField } from "~/ui/forms/combobox-field.tsx";
import { useDebounced } from "~/ui/forms/use-debounced.ts";

/** Cities whose name contains the text, ignoring accents and case. */
const citySearch = (text: string) =>
  queryOptions({
    queryKey: ["cities", text],
    queryFn: ({ signal }) => api.cities.search({ query: { q: text } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });

type CityChoice = { value: string; label: string };

type Props = {
  value: CityChoice | null;
  onChange: (city: CityChoice | null) => void;
  error?: string | undefined;
  label?: string;
  placeholder?: string;
  /** The search starts at this many letters. */
  minLength?: number;
};

/** The choice of a Brazilian municipality, as "City, UF". */
export function CityField({
  value,
  onChange,
  error,
  label = "Localização",
  placeholder = "Sua cidade",
  minLength = CITY_SEARCH_MIN,
}: Props) {
  const [text, setText] = useState("");
  const debounced = useDebounced(text, CITY_SEARCH_DEBOUNCE_MS);
  const isEnough = text.length >= minLength;
  const isAsked = isEnough && debounced.length >= minLength;
  const search = useQuery({ ...citySearch(debounced), enabled: isAsked });
  const foundCities = isAsked ? (search.data?.cities ?? []) : [];
  return (
    <ComboboxField
      label={label}
      placeholder={placeholder}
      icon={<MapPin aria-hidden strokeWidth={1.75} />}
      options={foundCities.map(({ id, label }) => ({ value: String(id), label }))}
      value={value}
      onValueChange={onChange}
      onSearch={setText}
      minLength={minLength}
      isLoading={isEnough && (debounced !== text || search.isFetching)}
      emptyText={search.error ? messageOf(search.error) : "Nenhuma cidade encontrada"}
      error={error}
    />
  );
}
