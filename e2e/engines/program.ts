import { spawn } from "node:child_process";
import { once } from "node:events";

const START_WITHIN_MS = 60_000;

/** A program that a test has started, and what it has printed. */
export type Program = {
  /** Resolves with the first match in what the program prints. */
  waitFor(pattern: RegExp): Promise<RegExpExecArray>;
  stop(): Promise<void>;
};

/** Starts a program in a separate process group, so that `stop` ends its children as well. */
export function spawnProgram(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Program {
  const child = spawn(command, args, {
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...env },
  });
  let output = "";
  const keep = (chunk: Buffer) => {
    output += chunk;
  };
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  const kill = () => {
    try {
      if (child.pid) process.kill(-child.pid, "SIGKILL");
    } catch {
      // It has ended by itself.
    }
  };
  process.once("exit", kill);
  return {
    waitFor: async (pattern) => {
      for (const until = Date.now() + START_WITHIN_MS; Date.now() < until && child.exitCode === null; ) {
        const match = pattern.exec(output);
        if (match) return match;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      throw new Error(`${command} did not print ${pattern}, but:\n${output}`);
    },
    stop: async () => {
      process.off("exit", kill);
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, "exit");
      kill();
      await exit;
    },
  };
}
