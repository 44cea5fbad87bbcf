import { isIP } from "node:net";
import { ADMIN_PASSWORD_MIN, EMAIL_MAX, PASSWORD_MAX } from "@caramelo/contract/limits";
import { brandSettings, isCnpj } from "@caramelo/contract/operator/site-settings";
import * as z from "zod";
import { judgeAdminPassword } from "../features/accounts/rules.ts";
import { asksForPrimary, listHosts, onHosts } from "../platform/database/list-hosts.ts";
import { isCommonPassword } from "../platform/secrets/passwords.ts";
import { BUCKET_FOLDERS, isKey } from "../platform/storage/key-rules.ts";

/** One environment setting, read from the environment variable of its name. */
export type EnvironmentSetting = {
  /** The default, as docs/environment-settings.md shows it; a dash if there is none. */
  preset?: string;
  /** The effect of the setting, as docs/environment-settings.md describes it. */
  meaning: string;
  /** Parses the variable's text. Its error messages continue a sentence that begins with the variable's name. */
  value: z.ZodType;
};

const onOff = z.enum(["on", "off"], { error: "must be on or off" }).transform((text) => text === "on");

const profiles = (preset: number) =>
  z
    .string()
    .regex(/^\d{1,5}$/, { error: "must be a number from 1 to 10000" })
    .default(String(preset))
    .transform(Number)
    // Shown profiles are counted in 256 bytes a member, which is not exact enough beyond this number.
    .refine((number) => number >= 1 && number <= 10_000, { error: "must be a number from 1 to 10000" });

/** A random key of this length cannot be found by trying. */
const BACKUP_KEY_MIN = 20;

/** A random token of this length cannot be found by trying. */
const METRICS_TOKEN_MIN = 20;

/** The push services of Chrome, Firefox, Safari and Edge. */
const PUSH_SERVICES = [
  "https://fcm.googleapis.com",
  "https://*.push.services.mozilla.com",
  "https://*.push.apple.com",
  "https://*.notify.windows.com",
];

/** The payment providers for which there is an adapter. */
const PROVIDERS = ["sandbox", "pix", "stripe", "mercadopago"] as const;

const brandText = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max, { error: `must have at most ${max} characters` });

const isPostgresUrl = (url: string) => z.url({ protocol: /^postgres(ql)?$/ }).safeParse(url).success;

const pixAddress = z.url({ protocol: /^https$/, error: "must be an https address" }).optional();
const text = z.string().min(1).optional();
const bucket = z
  .string()
  .regex(/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/, { error: "must be the name of a bucket" })
  .optional();
const region = z
  .string()
  .regex(/^[a-z\d-]{1,40}$/, { error: "must be a region such as sa-east-1" })
  .optional();
const endpoint = z.url({ protocol: /^https?$/, error: "must be an http(s) address" }).optional();
const prefix = z
  .string()
  .transform((path) => path.replace(/\/$/, ""))
  .refine((path) => path.length <= 200 && isKey(path), { error: "must be a path such as caramelo or sites/caramelo" });
const secret = (pattern: RegExp, example: string) =>
  z
    .string()
    .regex(pattern, { error: `must look like ${example}` })
    .optional();

/**
 * Every environment setting except the limits, whose table is in the contract. The order is that of
 * docs/environment-settings.md, which groups them by who needs them.
 */
export const environmentSettings = {
  PORT: {
    preset: "`3000`",
    meaning: "port to listen on; `0` lets the system choose",
    value: z
      .string()
      .regex(/^\d{1,5}$/, { error: "must be a port number" })
      .default("3000")
      .transform(Number)
      .refine((port) => port <= 65_535, { error: "must be a port number" }),
  },
  HOST: {
    preset: "`127.0.0.1`",
    meaning: "address to listen on; `0.0.0.0` for every network",
    value: z.string().min(1).default("127.0.0.1"),
  },
  DATA_DIR: {
    preset: "`./data`",
    meaning: "embedded database, photos, uploads in progress",
    value: z.string().min(1).default("./data"),
  },
  DEMO: {
    preset: "`on` in demo, `off` in production",
    meaning: "300 made-up members, and two accounts to sign in with",
    value: onOff.optional(),
  },
  MODE: {
    preset: "`demo`, or `production` with an https `PUBLIC_URL`",
    meaning: "production refuses to start with anything unsafe or missing",
    value: z.enum(["demo", "production"], { error: "must be demo or production" }).optional(),
  },
  PUBLIC_URL: {
    meaning: "the address that members type; `https://…` switches production on",
    value: z.url({ protocol: /^https?$/, error: "must be an http(s) address" }).optional(),
  },
  TRUST_PROXY: {
    meaning: "addresses of the proxies in front, such as `127.0.0.1`; only theirs may name the client's address",
    value: z
      .string()
      .refine((text) => text.split(",").every((part) => isNetwork(part.trim())), {
        error: "must list the addresses or networks of your proxies, such as 127.0.0.1,10.0.0.0/8",
      })
      .optional(),
  },
  DATABASE_URL: {
    meaning:
      "a PostgreSQL 15 or newer to use instead of the embedded one; several hosts are its primary and standbys: `postgres://user:password@one:5432,two:5432/database?target_session_attrs=read-write`",
    value: z
      .string()
      .refine((url) => listHosts(url).every((host) => isPostgresUrl(onHosts(url, [host]))), {
        error: "must be a postgres:// address",
      })
      .refine((url) => listHosts(url).length < 2 || asksForPrimary(url), {
        error: "must end with ?target_session_attrs=read-write where it names several hosts",
      })
      .optional(),
  },
  BACKUP_KEY: {
    meaning: "encrypts backups, and opens them again; without it they are written as they are",
    value: z
      .string()
      .min(BACKUP_KEY_MIN, { error: `must have at least ${BACKUP_KEY_MIN} characters` })
      .optional(),
  },
  MASTER_KEY: {
    preset: "drawn at the first start, in `DATA_DIR/master-key`",
    meaning: "the key of what is sealed, 32 random bytes in base64 (`openssl rand -base64 32`); it can never change",
    value: z
      .string()
      .regex(/^[\w+/-]{43}=?$/, { error: "must be 32 random bytes in base64, as openssl rand -base64 32 draws them" })
      .transform((text) => Buffer.from(text, "base64"))
      .optional(),
  },
  ADMIN_EMAIL: {
    preset: "`admin@caramelo.invalid`",
    meaning: "the first admin, made at the first start; production needs an address that exists",
    value: z
      .email({ error: "must be an e-mail address" })
      .max(EMAIL_MAX, { error: `must have at most ${EMAIL_MAX} characters` })
      .default("admin@caramelo.invalid")
      .transform((email) => email.toLowerCase()),
  },
  ADMIN_PASSWORD: {
    preset: "random, printed",
    meaning: "at least 12 characters",
    value: z
      .string()
      .superRefine((text, context) => {
        const weakness = judgeAdminPassword(text, isCommonPassword(text));
        const message = `is ${weakness}: it must have ${ADMIN_PASSWORD_MIN} to ${PASSWORD_MAX} characters and not be a usual one`;
        if (weakness) context.addIssue({ code: "custom", message });
      })
      .optional(),
  },
  ADMIN_2FA: {
    preset: "`optional`, in production `required`",
    meaning: "`required`: staff do nothing before they have set up a second factor; `optional`: a banner offers it",
    value: z.enum(["required", "optional"], { error: "must be required or optional" }).optional(),
  },
  BRAND_NAME: {
    preset: "Caramelo",
    meaning: "the name of the site; like the six below, it may also be set at /admin/configuracoes",
    value: brandText(brandSettings.name.max).optional(),
  },
  BRAND_TAGLINE: {
    preset: "Encontros à altura do seu momento.",
    meaning: "its sentence on the first page",
    value: brandText(brandSettings.tagline.max).optional(),
  },
  SUPPORT_EMAIL: {
    meaning: "the address where members find help and mails leave from; production needs one that exists",
    value: z.email({ error: "must be an e-mail address" }).max(brandSettings.supportEmail.max).optional(),
  },
  COMPANY_NAME: {
    meaning: "the company behind the site; production needs it and the next three",
    value: brandText(brandSettings.companyName.max).optional(),
  },
  COMPANY_CNPJ: {
    meaning: "its CNPJ",
    value: z.string().trim().refine(isCnpj, { error: "must be a CNPJ with right check digits" }).optional(),
  },
  COMPANY_ADDRESS: { meaning: "its postal address", value: brandText(brandSettings.address.max).optional() },
  DPO_CONTACT: {
    meaning: "name or address of who answers for personal data (LGPD, art. 41)",
    value: brandText(brandSettings.dpoContact.max).optional(),
  },
  AGE_ASSURANCE: {
    preset: "`off`, in production `entry`",
    meaning:
      "what members may do only once the staff has checked their birth date: `off` nothing, `messaging` messages, `entry` anything but look after their own: until then nobody sees them",
    value: z.enum(["off", "messaging", "entry"], { error: "must be off, messaging or entry" }).optional(),
  },
  PUSH_SERVICES: {
    preset: "those of the browsers",
    meaning: "origins that push messages may go to, such as `https://fcm.googleapis.com,https://*.push.apple.com`",
    value: z
      .string()
      .default(PUSH_SERVICES.join(","))
      .transform((text) => text.split(",").map((service) => service.trim()))
      .refine((services) => services.every((service) => /^https?:\/\/(\*\.)?[\w.-]+(:\d{1,5})?$/.test(service)), {
        error: "must list the origins of push services, such as https://fcm.googleapis.com,https://*.push.apple.com",
      }),
  },
  LOG_LEVEL: {
    preset: "`warn` in demo, `info` in production",
    meaning: "`trace` `debug` `info` `warn` `error` `silent`",
    value: z
      .enum(["trace", "debug", "info", "warn", "error", "silent"], {
        error: "must be trace, debug, info, warn, error or silent",
      })
      .optional(),
  },
  SMTP_URL: {
    meaning:
      "the mail server, such as `smtps://user:password@mail.example`; without one mails are kept and read at /admin/emails",
    value: z.url({ protocol: /^smtps?$/, error: "must be an smtp:// or smtps:// address" }).optional(),
  },
  MAIL_FROM: {
    preset: "the brand",
    meaning: "sender of mails: `Name <address>`",
    value: z.string().min(3).max(320).optional(),
  },
  EMAIL_CONFIRMATION: {
    preset: "off, in production on",
    meaning: "new accounts and changed addresses wait until a mailed link was opened",
    value: onOff.optional(),
  },
  PAYMENTS: {
    preset: "`sandbox`, in production none",
    meaning: `who takes payments, separated by commas: ${PROVIDERS.join(", ")}; the first that knows a way to pay takes it`,
    value: z
      .string()
      .transform((text) => text.split(",").map((name) => name.trim()))
      .pipe(z.array(z.enum(PROVIDERS), { error: `must name payment providers: ${PROVIDERS.join(", ")}` }))
      .optional(),
  },
  SANDBOX_IN_PRODUCTION: {
    preset: "`off`",
    meaning: "`on`: production may take payments by the sandbox, or with test keys of a provider, which move no money",
    value: onOff.default(false),
  },
  PIX_URL: {
    meaning: "the address of your bank's API Pix, such as `https://pix.bank.example/api/v2`",
    value: pixAddress,
  },
  PIX_TOKEN_URL: { meaning: "where your bank gives access tokens (OAuth2)", value: pixAddress },
  PIX_CLIENT_ID: { meaning: "the id that your bank gave this site", value: text },
  PIX_CLIENT_SECRET: { meaning: "the secret of that id", value: text },
  PIX_CERTIFICATE: { meaning: "the file of this site's certificate at your bank (PEM)", value: text },
  PIX_PRIVATE_KEY: { meaning: "the file of that certificate's key (PEM, without a password)", value: text },
  PIX_KEY: {
    meaning: "the Pix key that members pay to",
    value: z.string().min(1).max(77, { error: "must have at most 77 characters" }).optional(),
  },
  PIX_CA: {
    meaning: "a file of the authorities that your bank's own certificate comes from, if it is no public one (PEM)",
    value: text,
  },
  STRIPE_SECRET_KEY: {
    meaning: "the secret or restricted key of your Stripe account, `sk_live_…`; needed when `PAYMENTS` names stripe",
    value: secret(/^(?:sk|rk)_(?:live|test)_\w+$/, "sk_live_…"),
  },
  STRIPE_WEBHOOK_SECRET: {
    meaning: "the signing secret of its webhook, `whsec_…`",
    value: secret(/^whsec_\S+$/, "whsec_…"),
  },
  MERCADOPAGO_ACCESS_TOKEN: {
    meaning: "the access token of your Mercado Pago application, `APP_USR-…`; needed when `PAYMENTS` names mercadopago",
    value: secret(/^(?:APP_USR|TEST)-\S+$/, "APP_USR-…"),
  },
  MERCADOPAGO_WEBHOOK_SECRET: {
    meaning: "the secret signature of its webhooks",
    value: secret(/^\S{16,}$/, "the secret signature that Mercado Pago shows, without spaces"),
  },
  METRICS_TOKEN: {
    meaning: "the bearer token with which Prometheus reads `/metrics` of each process; without one nothing is measured",
    value: z
      .string()
      .regex(/^[\w.~+/=-]+$/, { error: "must have only characters of a bearer token" })
      .min(METRICS_TOKEN_MIN, { error: `must have at least ${METRICS_TOKEN_MIN} characters` })
      .optional(),
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    meaning: "a collector of OpenTelemetry that takes traces over HTTP, such as `http://127.0.0.1:4318`",
    value: z.url({ protocol: /^https?$/, error: "must be an http(s) address" }).optional(),
  },
  OTEL_TRACES_SAMPLER_ARG: {
    preset: "`0.1`",
    meaning: "the share of requests and jobs of which traces are sent; `1` for all",
    value: z
      .string()
      .regex(/^(?:0(?:\.\d{1,6})?|1(?:\.0+)?)$/, { error: "must be a number from 0 to 1" })
      .default("0.1")
      .transform(Number),
  },
  REDIS_URL: {
    meaning: "the Redis that several processes on one database share, such as `redis://:password@127.0.0.1:6379`",
    value: z.url({ protocol: /^rediss?$/, error: "must be a redis:// or rediss:// address" }).optional(),
  },
  ROLE: {
    preset: "`all`",
    meaning:
      "what this process does: `web` answers members, `worker` works jobs and answers nothing but its health and metrics, `all` does both; any number of each",
    value: z.enum(["all", "web", "worker"], { error: "must be all, web or worker" }).default("all"),
  },
  DRAIN_SECONDS: {
    preset: "`0`",
    meaning:
      "for how long a process that is stopped still answers while `/readyz` refuses and live connections end one by one; at least three times what your balancer needs to notice",
    value: z
      .string()
      .regex(/^(?:\d|[1-5]\d|60)$/, { error: "must be a number from 0 to 60" })
      .default("0")
      .transform(Number),
  },
  DATABASE_READ_URL: {
    meaning:
      "read replicas of `DATABASE_URL`, separated by commas: some reads go to those that are at most 2 seconds behind",
    value: z
      .string()
      .default("")
      // A password may have commas, too.
      .transform((text) => text.split(/,\s*(?=[a-z]+:\/\/)|,\s+/).filter(Boolean))
      .refine((urls) => urls.every((url) => z.url({ protocol: /^postgres(ql)?$/ }).safeParse(url).success), {
        error: "must list postgres:// addresses, separated by commas",
      }),
  },
  DISCOVERY_INDEX: {
    preset: "`auto`",
    meaning:
      "`on`: discovery answers from memory, some 250 bytes a member, and up to 180 MB beside them; `off`: from the database; `auto`: `on` while it takes an eighth of the memory at most",
    value: z.enum(["auto", "on", "off"], { error: "must be auto, on or off" }).default("auto"),
  },
  S3_BUCKET: {
    meaning:
      "the bucket for photos, documents, exports and the list of erasures, in place of `DATA_DIR`; it and the next three belong together",
    value: bucket,
  },
  S3_REGION: { meaning: "its region, such as `sa-east-1`; stores without regions take `us-east-1`", value: region },
  S3_ACCESS_KEY_ID: { meaning: "the id of a key that may list, read, write and remove in it", value: text },
  S3_SECRET_ACCESS_KEY: { meaning: "the secret of that key", value: text },
  S3_ENDPOINT: {
    preset: "that of AWS",
    meaning: "the address of another S3-compatible store, such as `https://s3.example.com`",
    value: endpoint,
  },
  S3_PREFIX: {
    meaning: "what every key in the bucket begins with, such as `caramelo`, where several installations share it",
    value: prefix
      // Another site with a shorter prefix would treat these objects as its own, and sweep them.
      .refine((text) => !text.split("/").some((segment) => BUCKET_FOLDERS.includes(segment)), {
        error: `must be a path without a folder named ${BUCKET_FOLDERS.join(", ")}`,
      })
      .optional(),
  },
  S3_RETIRED: {
    preset: "`off`",
    meaning:
      "`on`: files go to `DATA_DIR` again, and those of the bucket are read from it until `npm run media:move` has moved them",
    value: onOff.default(false),
  },
  S3_CACHE_MB: {
    preset: "`1024`",
    meaning: "megabytes of `DATA_DIR` in which each process keeps photos that it has read from the bucket; `0`: none",
    value: z
      .string()
      .regex(/^\d{1,7}$/, { error: "must be a number of megabytes" })
      .default("1024")
      .transform(Number),
  },
  BACKUP_S3_BUCKET: {
    meaning:
      "the bucket that `npm run backup` writes to unless `--to` names a folder: another one than `S3_BUCKET`; it and the next three belong together, and need `BACKUP_KEY`",
    value: bucket,
  },
  BACKUP_S3_REGION: { meaning: "its region, as `S3_REGION`", value: region },
  BACKUP_S3_ACCESS_KEY_ID: {
    meaning: "the id of a key that may list, read and write in it, and is not that of the site",
    value: text,
  },
  BACKUP_S3_SECRET_ACCESS_KEY: { meaning: "the secret of that key", value: text },
  BACKUP_S3_ENDPOINT: {
    preset: "that of AWS",
    meaning: "the address of another store, as `S3_ENDPOINT`",
    value: endpoint,
  },
  BACKUP_S3_PREFIX: {
    meaning: "what every key of backups begins with, where several installations share their bucket",
    value: prefix.optional(),
  },
  CONNECTIONS_PER_ADDRESS: {
    preset: "`512`",
    meaning: "open connections of one address; without effect behind a proxy, which must bound them itself",
    value: z
      .string()
      .regex(/^[1-9]\d{0,6}$/, { error: "must be a number from 1 to 9999999" })
      .default("512")
      .transform(Number),
  },
  PROFILES_A_DAY: {
    preset: "`1500`",
    meaning: "different profiles that a member is shown in a day of São Paulo",
    value: profiles(1_500),
  },
  PROFILES_A_DAY_PREMIUM: { preset: "`3000`", meaning: "the same for a member with premium", value: profiles(3_000) },
  PROFILES_A_DAY_NEW: {
    preset: "`750`",
    meaning: "the same for an account that is younger than three days",
    value: profiles(750),
  },
} satisfies Record<string, EnvironmentSetting>;

/** Whether a text is an address, a network in CIDR form, or one of the three names that Fastify knows. */
function isNetwork(text: string): boolean {
  if (["loopback", "linklocal", "uniquelocal"].includes(text)) return true;
  const [address = "", bits] = text.split("/", 2);
  const family = isIP(address);
  if (family === 0 || text.split("/").length > 2) return false;
  // A proxy network of all addresses would let every client choose its own address.
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}
