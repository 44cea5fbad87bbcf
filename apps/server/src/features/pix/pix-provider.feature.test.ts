import { describe } from "vitest";
import { connectToPsp } from "../../platform/payments/pix/pix-connection.ts";
import { openPix, PIX } from "../../platform/payments/pix/pix-provider.ts";
import { txidOf } from "../../platform/payments/pix/pix-rules.ts";
import { systemClock } from "../../platform/time/clock.ts";
import { openPixWorld } from "../../testing/pix-world.ts";
import { testProvider } from "../../testing/provider-suite.ts";
import { openPixCharges } from "./commands.ts";

const { world, psp, options, secret } = await openPixWorld();

describe("API Pix keeps the contract of providers:", () => {
  testProvider(world, async () => {
    const { db, log } = world.context;
    const clock = systemClock;
    const closedConnection = {
      ...psp.connection,
      url: "https://127.0.0.1:1/api",
      tokenUrl: "https://127.0.0.1:1/token",
    };
    const webhookOf = (body: object, givenSecret: string | undefined = secret) => ({
      rawBody: Buffer.from(JSON.stringify(body)),
      headers: {},
      ...(givenSecret !== undefined && { secret: givenSecret }),
    });
    return {
      provider: world.context.payments.byName(PIX),
      unreachable: openPix({
        ...options,
        api: await connectToPsp(closedConnection, { clock, log }),
        charges: openPixCharges({ db, clock }),
      }),
      pay: async ({ id }) => void psp.pay(txidOf(id)),
      expire: async ({ id }) => psp.endTime(txidOf(id)),
      webhook: async ({ id }) => webhookOf({ pix: psp.books.findCob(txidOf(id))?.pix }),
      forge: ({ rawBody }) => {
        const body = JSON.parse(rawBody.toString());
        const withChange = (change: object) =>
          webhookOf({ pix: body.pix.map((pix: object) => ({ ...pix, ...change })) });
        return {
          "no secret in its path": { rawBody, headers: {} },
          "another secret": { rawBody, headers: {}, secret: `${secret.slice(1)}A` },
          "a part of the secret": { rawBody, headers: {}, secret: secret.slice(0, -1) },
          "a body that is no JSON": { rawBody: Buffer.from("pix"), headers: {}, secret },
          "the txid of somebody else": withChange({ txid: "z".repeat(32) }),
          "no txid": withChange({ txid: undefined }),
          "a Pix key of somebody else": withChange({ chave: "outra@caramelo.invalid" }),
          "an id that is none": withChange({ endToEndId: "E1" }),
        };
      },
    };
  });
});
