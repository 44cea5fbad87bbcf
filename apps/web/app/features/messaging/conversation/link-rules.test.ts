import { describe, expect, test } from "vitest";
import { fc } from "../../../../../../testing/properties.ts";
import { splitLinks } from "./link-rules.ts";

const linksOf = (text: string) => splitLinks(text).flatMap(({ link }) => (link ? [link.url] : []));

describe("the addresses in a message", () => {
  test.each([
    ["https://exemplo.com.br/foto?a=1", "https://exemplo.com.br/foto?a=1"],
    ["olha: https://exemplo.com.br, viu?", "https://exemplo.com.br/"],
    ["(www.exemplo.com.br).", "https://www.exemplo.com.br/"],
    ["https://pt.wikipedia.org/wiki/Caramelo_(doce)", "https://pt.wikipedia.org/wiki/Caramelo_(doce)"],
    ["HTTPS://EXEMPLO.COM.BR", "https://exemplo.com.br/"],
    ['"https://exemplo.com.br"', "https://exemplo.com.br/"],
  ])("[K4.15] of %j is %s", (text, url) => {
    expect(linksOf(text)).toEqual([url]);
  });

  test.each([
    "javascript:alert(1)",
    "JaVaScRiPt://exemplo.com.br/%0aalert(1)",
    "data:text/html,<script>alert(1)</script>",
    "http://exemplo.com.br",
    "ftp://exemplo.com.br",
    "https://banco.com.br@exemplo.com",
    "https://user:senha@exemplo.com",
    "https://192.168.0.1/entrar",
    "https://2130706433",
    "https://[::1]/",
    "https://localhost:3000",
    "https://",
    "www.",
    "exemplo.com.br",
    "ana@www.exemplo.com.br",
    "javascript:https://exemplo.com.br",
    "mailto:ana@exemplo.com.br",
    "custa 3.50 no dia 12.10",
  ])("[K4.15][T54] has no link in %j", (text) => {
    expect(linksOf(text)).toEqual([]);
  });

  test("[K4.15] shows a host with foreign letters as the network knows it, and says so", () => {
    // The second letter is Cyrillic.
    const [part] = splitLinks("https://cаramelo.com.br/entrar");
    expect(part?.link).toEqual({
      url: "https://xn--cramelo-2fg.com.br/entrar",
      host: "xn--cramelo-2fg.com.br",
      isDisguised: true,
    });
    expect(part?.text).toBe("https://cаramelo.com.br/entrar");
    expect(splitLinks("https://caramelo.com.br:8443")[0]?.link).toMatchObject({
      host: "caramelo.com.br:8443",
      isDisguised: false,
    });
  });

  test("[K4.15] are cut out without losing a letter, and each is https", () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom("https://", "www.", "a.com.br", " ", "(", ")", ".", "@", "http://", "xn--", "/", "javascript:"),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join("");
        const parts = splitLinks(text);
        expect(parts.map((part) => part.text).join("")).toBe(text);
        for (const { link } of parts) if (link) expect(new URL(link.url).protocol).toBe("https:");
      }),
    );
  });
});
