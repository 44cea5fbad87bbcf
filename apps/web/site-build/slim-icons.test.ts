import { readFileSync } from "node:fs";
import * as icons from "lucide-react";
import { createElement, type FunctionComponent, type SVGProps } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { drawIcon } from "../app/ui/basics/draw-icon.ts";
import { importOwnFiles, withoutKeys } from "./slim-icons.ts";

type Icon = FunctionComponent<SVGProps<SVGSVGElement>>;
const FOLDER = new URL("../../../node_modules/lucide-react/dist/esm/icons/", import.meta.url);

/** The icon in a file of the library, as the build makes it. */
async function readIcon(file: string): Promise<Icon> {
  const source = withoutKeys(readFileSync(new URL(`${file}.mjs`, FOLDER), "utf8"));
  const [, data = ""] = /const __iconData = (\{[\s\S]*?\n\});/.exec(source) ?? [];
  expect(data).not.toContain("key");
  const { default: icon } = await import(`data:text/javascript,export default ${encodeURIComponent(data)}`);
  return drawIcon(icon);
}

const draw = (icon: Icon, props: SVGProps<SVGSVGElement>) => renderToStaticMarkup(createElement(icon, props));
const withoutClass = (markup: string) => markup.replace(/ class="[^"]*"/, "");

test.each([
  ["info", icons.Info],
  ["eye", icons.Eye],
  ["users", icons.Users],
  ["triangle-exclamation-point", icons.TriangleAlert],
])("the icon %s is drawn as the set draws it", async (file, own) => {
  const icon = await readIcon(file);
  for (const props of [{}, { strokeWidth: 1.75, "aria-hidden": true }, { "aria-label": "Aviso" }] as const)
    expect(withoutClass(draw(icon, props))).toBe(withoutClass(draw(own as Icon, props)));
});

test("an icon is imported from its own file, by whichever of its names, and a type of the set is not imported", () => {
  const source = 'import { CircleAlert, type LucideIcon, Mail as MailIcon } from "lucide-react";\nuse(CircleAlert);';
  expect(importOwnFiles(source)).toBe(
    'import CircleAlert from "lucide-react/icons/circle-exclamation-point";import MailIcon from "lucide-react/icons/mail";\nuse(CircleAlert);',
  );
});
