import { describe, expect, test } from "vitest";
import { judgeTexts } from "./bare-texts.mjs";

const judge = (jsx: string) => judgeTexts("apps/web/app/a.tsx", `export const A = () => ${jsx};`);

describe("the check of texts that the browser translates", () => {
  test.each([
    "<p>{isBusy && <Spinner />} Enviar</p>",
    "<p>Enviar {isBusy && <Spinner />}</p>",
    "<>{isBusy && <Spinner />}{label}</>",
    "<p>{isBusy && <Spinner />}{props.label}</p>",
    "<p>{isBusy && <Spinner />}{describeText(a)}</p>",
    '<p><b>a</b>{isLate && "tarde"}</p>',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the source of a component
    "<p><b>a</b>{isLate && `${a}`}</p>",
    '<p>{isLate ? "tarde" : null}<b>a</b></p>',
    '<p>{isLate ? <b>tarde</b> : "cedo"}<b>a</b></p>',
    '<p><b>a</b>{" "}{isLate && <b>tarde</b>}</p>',
    "<p>{isBusy ? (<><Spinner /> Enviando</>) : null}</p>",
  ])("[D1.21] refuses %s", (jsx) => expect(judge(jsx)).toHaveLength(1));

  test.each([
    "<p>{isBusy && <Spinner />}<span>Enviar</span></p>",
    "<p>{isBusy ? <Spinner /> : <Check />}<span>{label}</span></p>",
    '<p>{isBusy ? "Enviando" : <b>Enviar</b>}</p>',
    '<p><b>a</b>{isLate ? "tarde" : "cedo"}</p>',
    "<p>Olá, <b>Ana</b>!</p>",
    "<p>{count} fotos</p>",
    "<p>\n  {isBusy && <Spinner />}\n  {children}\n</p>",
  ])("[D1.21] allows %s", (jsx) => expect(judge(jsx)).toEqual([]));

  test("says which element contains the text, and reads only components of the site", () => {
    const source = "const A = () => <li>{isBusy && <Spinner />} Enviar</li>;";
    expect(judgeTexts("apps/web/app/a.tsx", source)[0]).toContain("<li>");
    expect(judgeTexts("apps/server/src/a.ts", source)).toEqual([]);
  });
});
