import { execFileSync } from "node:child_process";

// This runs in its own process, because replacing `exec` makes all patterns of a process slower from then on.
const WATCH = `
  const [module, reader] = process.argv.slice(1);
  const { [reader]: read } = await import(module);
  const used = new Map();
  const { exec } = RegExp.prototype;
  RegExp.prototype.exec = function (text) {
    used.set(String(this), [this.source, this.flags]);
    return exec.call(this, text);
  };
  for (const text of JSON.parse(await new Response(process.stdin).text())) read(text);
  process.stdout.write(JSON.stringify([...used.values()]));
`;

/**
 * Returns every pattern that the function `reader` of a module uses while it reads these texts, so that tests need no
 * list of patterns.
 */
export function listUsedPatterns(module: URL, reader: string, texts: string[]): RegExp[] {
  const arguments_ = ["--input-type=module", "--eval", WATCH, module.href, reader];
  const answer = execFileSync(process.execPath, arguments_, { input: JSON.stringify(texts), encoding: "utf8" });
  const sources: [string, string][] = JSON.parse(answer);
  return sources.map(([source, flags]) => new RegExp(source, flags));
}
