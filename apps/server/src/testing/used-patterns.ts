import { execFileSync } from "node:child_process";

// In a process of its own: once somebody has watched `exec`, all patterns of a process stay slower.
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

/** Every pattern by which a function matches while it reads these texts: a new one is among them without being listed. */
export function listUsedPatterns(module: URL, reader: string, texts: string[]): RegExp[] {
  const arguments_ = ["--input-type=module", "--eval", WATCH, module.href, reader];
  const answer = execFileSync(process.execPath, arguments_, { input: JSON.stringify(texts), encoding: "utf8" });
  const sources: [string, string][] = JSON.parse(answer);
  return sources.map(([source, flags]) => new RegExp(source, flags));
}
