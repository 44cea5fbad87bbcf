import { contract } from "@caramelo/contract/contract";
import { CITY_SUGGESTIONS } from "@caramelo/contract/limits";
import { cityLabel, searchCities } from "../../platform/cities/cities.ts";
import { handle } from "../../platform/handle.ts";

export const search = handle(contract.cities.search, async ({ query }) => ({
  cities: searchCities(query.q, CITY_SUGGESTIONS).map((city) => ({ id: city.id, label: cityLabel(city) })),
}));
