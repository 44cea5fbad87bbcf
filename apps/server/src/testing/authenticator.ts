import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import type { AnswerOf, InputOf } from "@caramelo/contract/call/call";
import type { contract } from "@caramelo/contract/contract";

type CreationOptions = AnswerOf<typeof contract.accounts.beginPasskey>;
type RequestOptions = AnswerOf<typeof contract.accounts.beginPasskeySignIn>;
type NewPasskey = InputOf<typeof contract.accounts.addPasskey>["body"]["passkey"];
type SignedChallenge = InputOf<typeof contract.accounts.signInByPasskey>["body"]["passkey"];

/** What a hostile page, device or person may change of an answer. */
export type Changes = {
  /** The page that the browser shows. */
  origin?: string;
  rpId?: string;
  type?: string;
  /** The person was present (1) and verified (4), by default both. */
  flags?: number;
  counter?: number;
  userHandle?: string | null;
  challenge?: string;
};

const PRESENT_AND_VERIFIED = 1 | 4;
const ATTESTED = 64;

const sha256 = (bytes: string | Buffer) => createHash("sha256").update(bytes).digest();

/** CBOR (RFC 8949), as far as authenticators of this kind write it: small integers, short texts, bytes and maps. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  if (typeof value === "number") return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value].flatMap(([key, item]) => [cbor(key), cbor(item as Parameters<typeof cbor>[0])]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

function head(major: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(major << 5) | size]);
  if (size < 256) return Buffer.from([(major << 5) | 24, size]);
  return Buffer.from([(major << 5) | 25, size >> 8, size & 255]);
}

/**
 * An authenticator in software with one passkey (ES256), which answers as a browser on the site of `origin` sends it. It
 * counts its signatures unless `counts` is false, as passkeys that are shared among devices do not. `idLength` is that of
 * its credential id; `keyPadding` is the number of meaningless bytes in its public key.
 */
export function openAuthenticator(origin: string, { counts = true, idLength = 32, keyPadding = 0 } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const credentialId = randomBytes(idLength);
  const id = credentialId.toString("base64url");
  let signatures = 0;
  let userHandle = "";

  const readClientData = (type: string, challenge: string, changes: Changes) =>
    Buffer.from(
      JSON.stringify({
        type: changes.type ?? type,
        challenge: changes.challenge ?? challenge,
        origin: changes.origin ?? origin,
        crossOrigin: false,
      }),
    );

  function authenticatorData(rpId: string, flags: number, counter: number): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count]);
  }

  function coseKey(): Buffer {
    const { x = "", y = "" } = publicKey.export({ format: "jwk" });
    return cbor(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, "base64url")],
        [-3, Buffer.from(y, "base64url")],
        ...(keyPadding > 0 ? ([[-4, Buffer.alloc(keyPadding)]] as const) : []),
      ]),
    );
  }

  /** Makes the passkey. `attestation` is by default that of a device that says nothing about itself. */
  function create(
    options: CreationOptions,
    changes: Changes = {},
    attestation: [format: string, statement: Map<string, unknown>] = ["none", new Map()],
  ): NewPasskey {
    userHandle = options.user.id;
    const sizeOfId = Buffer.from([idLength >> 8, idLength & 255]);
    const flags = (changes.flags ?? PRESENT_AND_VERIFIED) | ATTESTED;
    const authData = Buffer.concat([
      authenticatorData(changes.rpId ?? options.rp.id, flags, changes.counter ?? 0),
      Buffer.alloc(16),
      sizeOfId,
      credentialId,
      coseKey(),
    ]);
    const [format, statement] = attestation;
    const attestationObject = cbor(
      new Map<string, unknown>([
        ["fmt", format],
        ["attStmt", statement],
        ["authData", authData],
      ]),
    );
    return {
      id,
      clientDataJson: readClientData("webauthn.create", options.challenge, changes).toString("base64url"),
      attestationObject: attestationObject.toString("base64url"),
    };
  }

  /** Signs a challenge with the passkey. */
  function get(options: RequestOptions, changes: Changes = {}): SignedChallenge {
    if (counts) signatures += 1;
    const clientData = readClientData("webauthn.get", options.challenge, changes);
    const flags = changes.flags ?? PRESENT_AND_VERIFIED;
    const data = authenticatorData(changes.rpId ?? options.rpId, flags, changes.counter ?? signatures);
    return {
      id,
      clientDataJson: clientData.toString("base64url"),
      authenticatorData: data.toString("base64url"),
      signature: sign("sha256", Buffer.concat([data, sha256(clientData)]), privateKey).toString("base64url"),
      userHandle: changes.userHandle === undefined ? userHandle : changes.userHandle,
    };
  }

  return { id, create, get };
}

export type Authenticator = ReturnType<typeof openAuthenticator>;
