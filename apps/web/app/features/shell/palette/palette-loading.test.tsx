// @vitest-environment happy-dom
import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { isDialogOpen } from "~/ui/overlays/is-dialog-open.ts";
import { LazyPart, lazyPart } from "~/ui/states/lazy-part.tsx";
import { PaletteLoading } from "./palette-loading.tsx";

afterEach(cleanup);

test("the palette counts as an open dialog while its code loads", () => {
  const Part = lazyPart(() => new Promise<() => null>(() => {}));
  render(
    <LazyPart fallback={<PaletteLoading />}>
      <Part />
    </LazyPart>,
  );
  expect(isDialogOpen()).toBe(true);
});
