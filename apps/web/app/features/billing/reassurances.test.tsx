// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { Reassurances } from "./reassurances.tsx";

const listTexts = () => screen.getAllByRole("listitem").map(({ textContent }) => textContent);

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test.each([
  ["https:", true],
  ["http:", false],
])("[K2.39][D4.19] a page that came by %s speaks of an encrypted connection: %s", (protocol, isSaid) => {
  vi.stubGlobal("location", { protocol });
  render(<Reassurances />);
  expect(listTexts()).toEqual([
    "Pagamento seguro",
    ...(isSaid ? ["Conexão criptografada com SSL de 256 bits"] : []),
    "Seus dados de pagamento nunca são armazenados por nós",
  ]);
});
