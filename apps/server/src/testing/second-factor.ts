import { totpCodeOf } from "../platform/secrets/totp.ts";
import type { World } from "./world.ts";

type Browser = ReturnType<World["browser"]>;

const HALF_MINUTE = 30_000;

/** Returns the code that an authenticator with this secret shows now in this world. */
export const codeNow = (world: World, secret: string) => totpCodeOf(secret, world.context.clock.now());

/** Returns the next code, half a minute later, because no code is accepted twice. */
export function nextCode(world: World, secret: string): string {
  world.pass(HALF_MINUTE);
  return codeNow(world, secret);
}

/** Sets up a second factor in a signed-in browser of staff. Returns its secret and recovery codes. */
export async function setUpFactor(world: World, { api }: Browser) {
  const { secret } = (await api.accounts.beginFactor()).body;
  const { body } = await api.accounts.confirmFactor({ body: { code: codeNow(world, secret) } });
  return { secret, recoveryCodes: body.recoveryCodes };
}
