import { expect, test } from "vitest";
import { asPagesNameThem } from "./same-styles.ts";

test("a part that loads later names the styles of every page as pages do, and its own as they are", () => {
  const code = 'm.f=["assets/first-page-CTqk_-kbA.css","assets/lightbox-DWK0mJx4.css"]';
  expect(asPagesNameThem(code)).toBe('m.f=["assets/first-page-CTqk_-kbA.css#","assets/lightbox-DWK0mJx4.css"]');
});
