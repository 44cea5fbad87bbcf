import { writeFileSync } from "node:fs";
import { ensureInstall, runNpm } from "./install.mjs";
import { expectedError, print } from "./output.mjs";
import { inProject } from "./project.mjs";

const FILE = "sbom.cdx.json";

/**
 * `npm run sbom`: writes npm's own list of all packages that production installs, on any platform, as CycloneDX.
 * @returns {Promise<number>}
 */
export async function sbom() {
  await ensureInstall();
  const { code, output } = await runNpm(["sbom", "--sbom-format=cyclonedx", "--omit=dev", "--package-lock-only"]);
  if (code !== 0) throw expectedError(output);
  const { components } = JSON.parse(output);
  writeFileSync(inProject(FILE), output);
  print(`${FILE}: ${components.length} packages.`);
  return 0;
}
