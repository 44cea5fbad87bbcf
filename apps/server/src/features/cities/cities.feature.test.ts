import { Socket } from "node:net";
import { describe, expect, test, vi } from "vitest";
import { openWorld } from "../../testing/world.ts";

const world = await openWorld();

async function search(q: string) {
  const reply = await world.browser().api.cities.search({ query: { q } });
  expect(reply.status).toBe(200);
  return reply.body.cities;
}
const labels = async (q: string) => (await search(q)).map((city) => city.label);

describe("the city search", () => {
  test.each([
    ["the whole name", "São Paulo", "São Paulo, SP"],
    ["without accents", "sao paulo", "São Paulo, SP"],
    ["in capitals", "SÃO PAULO", "São Paulo, SP"],
    ["composed otherwise", "São Paulo".normalize("NFD"), "São Paulo, SP"],
    ["the middle of a name", "dos goytac", "Campos dos Goytacazes, RJ"],
    ["the end of a name", "goytacazes", "Campos dos Goytacazes, RJ"],
    ["with its state", "santa maria, rs", "Santa Maria, RS"],
    ["with an apostrophe", "bárbara d'oeste", "Santa Bárbara d'Oeste, SP"],
  ])("[M5.27][K5.06] finds %s", async (_, q, label) => {
    expect((await labels(q)).map((foundLabel) => foundLabel.toLowerCase())).toContain(label.toLowerCase());
  });

  test("[M3.08][D3.06] returns IBGE ids and labels written as City, UF, and nothing else", async () => {
    const cities = await search("rio");
    expect(cities.length).toBeGreaterThan(0);
    for (const city of cities) {
      expect(Object.keys(city).sort()).toEqual(["id", "label"]);
      expect(city.label).toMatch(/^.+, [A-Z]{2}$/);
      expect(String(city.id)).toMatch(/^\d{7}$/);
    }
  });

  test("[K5.06] returns at most ten cities", async () => {
    expect(await search("sa")).toHaveLength(10);
  });

  test.each([
    "zzzzzz",
    "%%%",
    "__",
    "s_o paulo",
    "s%o paulo",
    "s*o paulo",
    "\\\\",
    "(((",
    "[]",
    "sã[oa] paulo",
    ",,",
    "''",
    '""',
    "' or 1=1 --",
    "<script>",
    "😀😀",
    "   ",
  ])("[T28] takes %j literally, and finds nothing", async (q) => {
    expect(await search(q)).toEqual([]);
  });

  test.each(["", "a", "a".repeat(81)])("[K5.06] refuses a text of the wrong length", async (q) => {
    const reply = await world.browser().api.cities.search({ query: { q } });
    expect(reply.failure).toMatchObject({ code: "VALIDATION_ERROR", details: { fields: { q: "Valor inválido" } } });
  });

  test("[T61][D3.05] opens no connection, not even to the database", async () => {
    const connect = vi.spyOn(Socket.prototype, "connect");
    const reply = await world.app.inject({ url: "/api/cities?q=campinas" });
    expect(reply.json().cities[0]).toMatchObject({ label: "Campinas, SP" });
    expect(connect).not.toHaveBeenCalled();
  });

  test("answers guests without a cookie and browsers with an unknown one", async () => {
    const browser = world.browser();
    browser.jar.set("caramelo", "nonsense");
    expect((await browser.api.cities.search({ query: { q: "rio" } })).status).toBe(200);
  });

  test("offers only cities that may be stored", async () => {
    const ids = (await search("santa")).map((city) => city.id);
    const storedCities = await world.db.selectFrom("city").select("id").where("id", "in", ids).execute();
    expect(storedCities).toHaveLength(ids.length);
  });
});
