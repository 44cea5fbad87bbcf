// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { ErrorScreen } from "./error-screen.tsx";

afterEach(cleanup);

test("[M2.63] the error screen offers another try, and the start page reloaded", () => {
  const onRetry = vi.fn();
  render(<ErrorScreen onRetry={onRetry} />);
  screen.getByRole("heading", { name: "Ops! Algo deu errado" });
  fireEvent.click(screen.getByRole("button", { name: "Tentar Novamente" }));
  expect(onRetry).toHaveBeenCalledOnce();
  expect(screen.getByRole("link", { name: "Voltar ao Início" }).getAttribute("href")).toBe("/");
});
