// @vitest-environment happy-dom
import { render } from "@testing-library/react";
import { expect, test } from "vitest";

test("the first screen shows once more without the photos and texts that the server wrote for the member, who may be gone", async () => {
  document.body.innerHTML = `<div data-first-screen><div><p>Carregando…</p><span data-first-photo="true"><img srcset="/api/photos/a 320w" alt=""></span><div data-first-texts="rows"><p>Oi de Bruno</p></div></div></div>`;
  const { FirstScreenAgain } = await import("./first-screen.tsx");
  document.body.innerHTML = "";
  const { container } = render(<FirstScreenAgain />);
  expect(container.textContent).toBe("Carregando…");
  expect(container.querySelector("[data-first-photo]")).not.toBeNull();
  expect(container.querySelector("img")).toBeNull();
  expect(container.querySelector("[data-first-texts]")).not.toBeNull();
});
