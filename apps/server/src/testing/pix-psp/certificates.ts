import { generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

/*
 * Certificates for tests. Node reads X.509 but does not write it, so the few fields that TLS needs are written here in
 * DER (X.690, RFC 5280).
 */

const OID = {
  commonName: [0x55, 0x04, 0x03],
  basicConstraints: [0x55, 0x1d, 0x13],
  subjectAltName: [0x55, 0x1d, 0x11],
  ecdsaWithSha256: [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02],
};

function der(tag: number, ...parts: (Uint8Array | number[])[]): Buffer {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const { length } = body;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), body]);
  return Buffer.concat([Buffer.from([tag, 0x82, length >> 8, length & 0xff]), body]);
}

const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts);
const oid = (bytes: number[]) => der(0x06, bytes);
const bits = (bytes: Uint8Array) => der(0x03, [0], bytes);
const nameOf = (name: string) => sequence(der(0x31, sequence(oid(OID.commonName), der(0x0c, Buffer.from(name)))));
const time = (date: Date) => der(0x17, Buffer.from(`${date.toISOString().slice(2, 19).replace(/[-:T]/g, "")}Z`));

function extensionsOf(isAuthority: boolean): Buffer {
  const constraints = sequence(...(isAuthority ? [der(0x01, [0xff])] : []));
  const address = sequence(der(0x87, [127, 0, 0, 1]));
  return sequence(
    sequence(oid(OID.basicConstraints), der(0x01, [0xff]), der(0x04, constraints)),
    sequence(oid(OID.subjectAltName), der(0x04, address)),
  );
}

type CertificateRequest = { subject: string; issuer: string; publicKey: KeyObject; signer: KeyObject; validTo: Date };

function certificateOf({ subject, issuer, publicKey, signer, validTo }: CertificateRequest): string {
  const algorithm = sequence(oid(OID.ecdsaWithSha256));
  const facts = sequence(
    der(0xa0, der(0x02, [2])),
    der(0x02, [0x40], randomBytes(15)),
    algorithm,
    nameOf(issuer),
    sequence(time(new Date(Date.now() - 86_400_000)), time(validTo)),
    nameOf(subject),
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, extensionsOf(subject === issuer)),
  );
  const whole = sequence(facts, algorithm, bits(sign("sha256", facts, signer)));
  const lines = whole.toString("base64").match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`;
}

const makePair = () => generateKeyPairSync("ec", { namedCurve: "P-256" });
const DAY_MS = 86_400_000;

/** An authority that issues certificates for this machine. Each call makes one that no other program trusts. */
export function makeAuthority(name: string) {
  const own = makePair();
  const issued = { issuer: name, signer: own.privateKey };
  const validTo = new Date(Date.now() + DAY_MS);
  return {
    certificate: certificateOf({ ...issued, subject: name, publicKey: own.publicKey, validTo }),
    issue: (subject: string, days = 1) => {
      const { publicKey, privateKey } = makePair();
      const end = new Date(Date.now() + days * DAY_MS);
      return {
        certificate: certificateOf({ ...issued, subject, publicKey, validTo: end }),
        privateKey: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
      };
    },
  };
}
