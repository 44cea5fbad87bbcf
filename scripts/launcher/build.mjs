import { buildServer } from "./build-server.mjs";
import { ensureBuild } from "./build-web.mjs";
import { ensureInstall } from "./install.mjs";

/**
 * `npm run build`: installs and builds what `npm start` would, for who starts the server in another way, such as a
 * service or an image.
 * @returns {Promise<number>}
 */
export async function build() {
  await ensureInstall();
  await ensureBuild();
  await buildServer();
  return 0;
}
