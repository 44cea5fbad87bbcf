import type { Page } from "@playwright/test";
import { signInByApi } from "../support/member-factory.ts";
import { expect, test } from "../support/test.ts";
import { expectLoaded, readVitals, watchVitals } from "../support/vitals.ts";

/** A phone of the lower middle class is about this many times slower than the machine of these journeys. */
const SLOWER = 4;
/**
 * How long to wait for a time to be reported. A press without a report by then took less than the shortest time that
 * browsers report.
 */
const REPORTED_WITHIN_MS = 2_000;

const countTimes = async (page: Page) => (await readVitals(page)).durations.length;

/** Performs an action on a slow processor and records how long the page took to answer. */
async function press(page: Page, what: string, act: () => Promise<void>): Promise<void> {
  await expectLoaded(page);
  // The movement loads the parts that wait for the first use, as people's own movement does before they press.
  await page.mouse.move(100, 300);
  await expectLoaded(page);
  const before = await countTimes(page);
  const processor = await page.context().newCDPSession(page);
  await processor.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  await act();
  await processor.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  await page
    .waitForFunction((count) => Object(window).vitals.durations.length > count, before, { timeout: REPORTED_WITHIN_MS })
    .catch(() => undefined);
  const times = (await readVitals(page)).durations.slice(before);
  const description = times.length > 0 ? `${Math.max(...times)} ms` : "less than 16 ms";
  test.info().annotations.push({ type: `${what}, ${SLOWER} times slower`, description });
}

test("[D3.46] on a slow processor a tab, the filters, a favourite, a photo and a message show, and the time of each is recorded", {
  tag: "@npm-test",
}, async ({ page, maker, baseURL }) => {
  const [ana, bruno] = [
    await maker.member({ role: "baby", name: "Ana" }),
    await maker.member({ role: "daddy", name: "Bruno" }),
  ];
  await maker.wrote(ana.id, bruno.id);
  await maker.grant(bruno.id, { tokens: 5, conversations: 5 });
  await signInByApi(page, bruno, baseURL ?? "");
  await watchVitals(page);
  let measuredCount = 0;

  await page.goto("/busca");
  await expect(page.getByRole("article").first()).toBeVisible();
  const tab = page.getByRole("tab", { name: /^Novos/ });
  await press(page, "a tab", async () => {
    await tab.click();
    await expect(tab).toHaveAttribute("aria-selected", "true");
  });
  await press(page, "the filters", async () => {
    await page.getByRole("button", { name: "Filtros", exact: true }).click();
    await expect(page.getByRole("dialog", { name: "Filtros" })).toBeVisible();
  });
  measuredCount += await countTimes(page);

  await page.goto(`/perfil/${ana.id}`);
  await expect(page.getByRole("heading", { level: 1, name: "Ana, 30" })).toBeVisible();
  await press(page, "a favourite", async () => {
    await page.getByRole("button", { name: "Favoritar", exact: true }).click();
    await expect(page.getByRole("button", { name: "Favorito", exact: true })).toHaveAttribute("aria-pressed", "true");
  });
  const first = page.getByRole("button", { name: "Ampliar foto 1 de 2" });
  await press(page, "a step among photos", async () => {
    const { width = 0, height = 0 } = (await first.boundingBox()) ?? {};
    await first.click({ position: { x: width * 0.95, y: height / 2 } });
    await expect(first).not.toBeInViewport({ ratio: 0.5 });
  });
  measuredCount += await countTimes(page);

  await page.goto(`/mensagens?userId=${ana.id}`);
  await page.getByLabel("Mensagem para Ana").fill("Que tal um café?");
  await press(page, "a message", async () => {
    await page.getByRole("button", { name: "Enviar" }).click();
    await expect(page.getByRole("log").getByText("Que tal um café?")).toBeVisible();
  });
  measuredCount += await countTimes(page);
  expect(measuredCount, "times that the browser reported").toBeGreaterThan(0);
});
