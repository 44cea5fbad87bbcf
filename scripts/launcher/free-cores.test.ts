import { expect, test } from "vitest";
import { countWorkers } from "./free-cores.mjs";

test.each([
  { idleShare: 1, cores: 8, workers: 8 },
  { idleShare: 1, cores: 64, workers: 8 },
  { idleShare: 0.4, cores: 8, workers: 3 },
  { idleShare: 0, cores: 8, workers: 2 },
  { idleShare: 1, cores: 2, workers: 2 },
  { idleShare: 0.1, cores: 2, workers: 2 },
  { idleShare: 1, cores: 1, workers: 1 },
])("$idleShare of $cores cores idle feed $workers workers", ({ idleShare, cores, workers }) => {
  expect(countWorkers(idleShare, cores)).toBe(workers);
});
