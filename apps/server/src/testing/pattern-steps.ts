import { execFileSync } from "node:child_process";

// In a process of its own: once somebody has watched `exec`, all patterns of a process stay slower. V8 itself can make a pattern
// that gives up, and matches nothing, after so many steps back; it counts all of them where it optimizes no pattern. Each is
// tried with the end of the text beside it, which a pattern that has not given up always matches.
const COUNT = `
  const [module, reader, limit] = process.argv.slice(1);
  const { [reader]: read } = await import(module);
  const limitPattern = new Function("source", "flags", "return %NewRegExpWithBacktrackLimit(source, flags, " + limit + ")");
  const limitedPatterns = new Map();
  const { exec } = RegExp.prototype;
  let [runs, exceeded] = [0, []];
  RegExp.prototype.exec = function (text) {
    const { source, flags, lastIndex } = this;
    const limited = limitedPatterns.get(source + flags) ?? limitPattern("(?:" + source + ")|$", flags.replaceAll("g", "").replaceAll("y", "") + "g");
    limitedPatterns.set(source + flags, limited);
    limited.lastIndex = lastIndex;
    runs += 1;
    if (exec.call(limited, text) === null) exceeded.push(source);
    return exec.call(this, text);
  };
  const answers = JSON.parse(await new Response(process.stdin).text()).map((text) => {
    [runs, exceeded] = [0, []];
    read(text);
    return { runs, exceeded };
  });
  process.stdout.write(JSON.stringify(answers));
`;

/** How often a text was searched by a pattern, and which of the patterns went back more than `limit` steps in one search. */
type PatternSteps = { runs: number; exceeded: string[] };

/** The work of the patterns of a function while it reads each of these texts. */
export function countPatternSteps(module: URL, reader: string, texts: string[], limit: number): PatternSteps[] {
  const options = ["--allow-natives-syntax", "--no-regexp-optimization", "--input-type=module", "--eval", COUNT];
  const answer = execFileSync(process.execPath, [...options, module.href, reader, String(limit)], {
    input: JSON.stringify(texts),
    encoding: "utf8",
  });
  return JSON.parse(answer);
}
