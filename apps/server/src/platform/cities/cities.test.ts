import { Socket } from "node:net";
import { describe, expect, test, vi } from "vitest";
import { fc } from "../../../../../testing/properties.ts";
import { citiesWithin, cityLabel, distanceKm, findCity, foldCityText, listCities, searchCities } from "./cities.ts";

const SAO_PAULO = 3550308;
const RIO_DE_JANEIRO = 3304557;

const anyCity = fc.nat({ max: listCities().length - 1 }).map((index) => getCityAt(index));
const anyCoordinates = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lng: fc.double({ min: -180, max: 180, noNaN: true }),
});

function getCityAt(index: number) {
  const city = listCities()[index];
  if (!city) throw new Error(`No city at ${index}`);
  return city;
}

function labelsFor(query: string, limit = 10) {
  return searchCities(query, limit).map(cityLabel);
}

function getCity(id: number) {
  const city = findCity(id);
  if (!city) throw new Error(`No city ${id}`);
  return city;
}

describe("the list of cities", () => {
  test("holds every municipality of the 27 states once, each with an IBGE code and coordinates in Brazil", () => {
    const cities = listCities();

    expect(cities).toHaveLength(5571);
    expect(new Set(cities.map((city) => city.id)).size).toBe(5571);
    expect(new Set(cities.map(cityLabel)).size).toBe(5571);
    expect(new Set(cities.map((city) => city.uf)).size).toBe(27);
    const wrong = cities.filter(({ id, lat, lng }) => {
      const isInBrazil = lat !== null && lng !== null && lat > -34 && lat < 5.3 && lng > -74 && lng < -32;
      return !isInBrazil || !/^\d{7}$/.test(String(id));
    });
    expect(wrong).toEqual([]);
  });

  test("gives each state its own IBGE prefix", () => {
    const prefixes = new Set(listCities().map((city) => `${city.uf} ${Math.floor(city.id / 100_000)}`));

    expect(prefixes.size).toBe(27);
    expect([...prefixes]).toEqual(expect.arrayContaining(["SP 35", "RJ 33", "DF 53", "AC 12", "RS 43", "TO 17"]));
  });

  test("spells names as Brazilians do, with the letters of the language and no wrong case", () => {
    const odd = listCities().filter(({ name }) => !/^[A-ZÁÂÉÍÓÚ][A-Za-zÀ-ÿ]*(?:[ '-]+[A-Za-zÀ-ÿ]+)*$/.test(name));
    const slips = listCities().filter(({ name }) => /\p{Ll}\p{Lu}| D'| D[aeo]s? /u.test(name));

    expect(odd).toEqual([]);
    expect(slips).toEqual([]);
  });

  test.each([
    ["São Paulo, SP", -23.55, -46.63],
    ["Rio de Janeiro, RJ", -22.91, -43.2],
    ["Brasília, DF", -15.78, -47.93],
    ["Santo Antônio do Descoberto, GO", -15.94, -48.26],
    ["Belo Horizonte, MG", -19.91, -43.93],
    ["Salvador, BA", -12.97, -38.5],
    ["Fortaleza, CE", -3.72, -38.54],
    ["Manaus, AM", -3.12, -60.02],
    ["Belém, PA", -1.46, -48.49],
    ["Porto Alegre, RS", -30.03, -51.21],
    ["Campo Grande, MS", -20.45, -54.63],
    ["Campo Grande, AL", -9.96, -36.79],
    ["São Bento, PB", -6.49, -37.45],
    ["Jutaí, AM", -2.75, -66.77],
    ["Mesquita, RJ", -22.8, -43.46],
    ["Palmeira dos Índios, AL", -9.41, -36.63],
    ["Ji-Paraná, RO", -10.88, -61.95],
    ["Santa Bárbara d'Oeste, SP", -22.75, -47.41],
    ["Sant'Ana do Livramento, RS", -30.89, -55.53],
    ["Boa Esperança do Norte, MT", -13.51, -55.15],
    ["Ministro Andreazza, RO", -11.2, -61.52],
    ["Acrelândia, AC", -9.83, -66.9],
    ["São Paulo de Olivença, AM", -3.47, -68.96],
    ["Itaubal, AP", 0.6, -50.7],
    ["Couto Magalhães, TO", -8.28, -49.25],
    ["São Valério, TO", -11.97, -48.24],
    ["Pedro Canário, ES", -18.3, -39.96],
    ["Gouvelândia, GO", -18.62, -50.08],
  ])("has the right coordinates for %s", (label, lat, lng) => {
    const city = listCities().find((city) => cityLabel(city) === label);

    expect(city).toBeDefined();
    expect(distanceKm(city ?? { lat: null, lng: null }, { lat, lng })).toBeLessThanOrEqual(5);
  });

  test("puts no two cities into the same place", () => {
    const places = listCities().map(({ lat, lng }) => `${lat} ${lng}`);

    expect(new Set(places).size).toBe(places.length);
  });
});

describe("the search for cities", () => {
  test("[T61] answers from the product's own file, without an outside call", async () => {
    const fetchSpy = vi.spyOn(globalThis, "fetch");
    const connected = vi.spyOn(Socket.prototype, "connect");
    vi.resetModules();
    const fresh = await import("./cities.ts");

    expect(fresh.searchCities("campinas", 10)[0]?.name).toBe("Campinas");
    expect(fetchSpy).not.toHaveBeenCalled();
    expect(connected).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });

  test("ignores accents, case, punctuation and outer spaces", () => {
    for (const query of ["sao paulo", "SÃO PAULO", " São  Paulo, sp ", "paulo, sp", "sao paulo/SP", "são paulo - sp"]) {
      expect(labelsFor(query)).toContain("São Paulo, SP");
    }
    expect(labelsFor("barbara doeste")).toEqual(["Santa Bárbara d'Oeste, SP"]);
    expect(labelsFor("barbara d’oeste")).toEqual(["Santa Bárbara d'Oeste, SP"]);
    expect(labelsFor("ji parana")).toEqual(["Ji-Paraná, RO"]);
  });

  test("[M7.07] ranks the exact name first, then names and words that begin with the query, then the rest", () => {
    expect(labelsFor("sao paulo", 3)).toEqual([
      "São Paulo, SP",
      "São Paulo do Potengi, RN",
      "São Paulo das Missões, RS",
    ]);
    expect(labelsFor("natal")).toEqual(["Natal, RN", "Natalândia, MG", "Feliz Natal, MT"]);
    expect(labelsFor("curiti", 2)).toEqual(["Curitiba, PR", "Curitibanos, SC"]);
  });

  test("offers the capital first among towns of one name", () => {
    expect(labelsFor("campo grande", 3)).toEqual(["Campo Grande, MS", "Campo Grande, AL", "Campo Grande, RN"]);
    expect(labelsFor("palmas", 2)).toEqual(["Palmas, TO", "Palmas, PR"]);
  });

  test("gives at most the requested number, and nothing for a query without letters", () => {
    expect(searchCities("a", 10)).toHaveLength(10);
    expect(searchCities("a", 0)).toEqual([]);
    expect(searchCities("a", -1)).toEqual([]);
    for (const query of ["", "  ", ", -", "'", ".*", "\0", "%_"]) expect(searchCities(query, 10)).toEqual([]);
  });

  test("treats hostile text as text", () => {
    for (const query of ["(a+)+$zq", "[a-z]", "sao.paulo.*x", "'; drop table city; --", "__proto__", "a".repeat(1e6)]) {
      expect(searchCities(query, 10)).toEqual([]);
    }
  });

  test("finds only labels that contain the folded query", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ maxLength: 6 }), fc.string({ unit: "grapheme" }), partOfLabel()), (query) => {
        for (const city of searchCities(query, 50)) {
          expect(foldCityText(cityLabel(city))).toContain(foldCityText(query));
        }
      }),
    );
  });

  test("finds a city by any part of its label", () => {
    fc.assert(
      fc.property(anyCity, fc.nat(), fc.nat(), (city, a, b) => {
        const part = partOf(cityLabel(city), a, b);
        fc.pre(foldCityText(part) !== "");
        expect(searchCities(part, Number.POSITIVE_INFINITY)).toContain(city);
      }),
    );
  });

  function partOf(label: string, a: number, b: number) {
    const [start, end] = [a % label.length, b % label.length].sort((x, y) => x - y);
    return label.slice(start, (end ?? 0) + 1);
  }

  function partOfLabel() {
    return fc.tuple(anyCity, fc.nat(), fc.nat()).map(([city, a, b]) => partOf(cityLabel(city), a, b));
  }
});

describe("the distance between two cities", () => {
  test("is the great circle in whole kilometres", () => {
    expect(distanceKm(getCity(SAO_PAULO), getCity(RIO_DE_JANEIRO))).toBe(360);
    expect(distanceKm({ lat: 0, lng: 0 }, { lat: 0, lng: 180 })).toBe(20015);
    expect(distanceKm(getCity(SAO_PAULO), getCity(SAO_PAULO))).toBe(0);
  });

  test("is unknown when the coordinates of one are", () => {
    expect(distanceKm({ lat: null, lng: null }, getCity(SAO_PAULO))).toBeNull();
    expect(distanceKm(getCity(SAO_PAULO), { lat: null, lng: null })).toBeNull();
  });

  test("is the same both ways, never negative, and at most half the earth's circumference", () => {
    fc.assert(
      fc.property(anyCoordinates, anyCoordinates, (a, b) => {
        const there = distanceKm(a, b) ?? Number.NaN;
        expect(there).toBe(distanceKm(b, a));
        expect(there).toBeGreaterThanOrEqual(0);
        expect(there).toBeLessThanOrEqual(20016);
      }),
    );
  });

  test("decides which cities are near: the city itself and its neighbours, not those far away", () => {
    const near = citiesWithin(SAO_PAULO, 100);

    expect(near).toContain(SAO_PAULO);
    expect(near).toContain(3509502); // Campinas
    expect(near).not.toContain(RIO_DE_JANEIRO);
    expect(citiesWithin(SAO_PAULO, 0)).toEqual([SAO_PAULO]);
    expect(citiesWithin(SAO_PAULO, 360)).toContain(RIO_DE_JANEIRO);
    expect(citiesWithin(SAO_PAULO, 359)).not.toContain(RIO_DE_JANEIRO);
    expect(citiesWithin(SAO_PAULO, 20_016)).toHaveLength(listCities().length);
    expect(citiesWithin(1, 100)).toEqual([]);
  });
});
