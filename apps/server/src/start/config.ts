import { resolve } from "node:path";
import { type BrandTexts, presetBrand } from "@caramelo/contract/brand/brand";
import {
  ceilingOf,
  isOverCeiling,
  leastAttempts,
  limitSetting,
  type RateLimitName,
  rateLimits,
} from "@caramelo/contract/call/rate-limits";
import { BRAND_NAMES, brandSettings, RATE_TEXT } from "@caramelo/contract/operator/site-settings";
import { recordOf } from "@caramelo/contract/record-of";
import * as z from "zod";
import type { Rate } from "../platform/limits/rate.ts";
import { COMPANY_SETTINGS, listMissingSettings, modeOf } from "./environment-errors.mjs";
import { environmentSettings } from "./environment-settings.ts";

export const LIMIT_NAMES = Object.keys(rateLimits) as RateLimitName[]; // it has no other keys

const limit = (fallback: string) =>
  z
    .string()
    .regex(RATE_TEXT, { error: "must be attempts/seconds, such as 10/900" })
    .default(fallback)
    .transform(parseRate);

/** Reads a rate such as "10/900": ten attempts in 900 seconds. */
export function parseRate(text: string): Rate {
  const [points, seconds] = text.split("/").map(Number);
  return { points: points ?? 0, seconds: seconds ?? 0 };
}

type Values<Table extends Record<string, { value: z.ZodType }>> = { [Name in keyof Table]: Table[Name]["value"] };

// The cast holds because every entry keeps its name and its own type of value.
const values = Object.fromEntries(
  Object.entries(environmentSettings).map(([name, { value }]) => [name, value]),
) as Values<typeof environmentSettings>;

const limitSettings: Record<`LIMIT_${string}`, ReturnType<typeof limit>> = Object.fromEntries(
  Object.entries(rateLimits).map(([name, { preset }]) => [limitSetting(name), limit(preset)]),
);

const Settings = z.object({ ...values, ...limitSettings });

export type Config = ReturnType<typeof shape>;

type Environment = Record<string, string | undefined>;
type FaultyConfig = {
  ok: false;
  errors: string[];
  /**
   * Whether production lacks the support address or a text of the company. These may also be saved at
   * /admin/configuracoes.
   */
  lacksCompany: boolean;
  /** The settings as far as they could be read. */
  config: Config;
};
type ReadConfig = { ok: true; config: Config } | FaultyConfig;

/**
 * Reads every setting, or returns all errors together, one sentence each. `savedBrand` is what the operator saved at
 * /admin/configuracoes; it counts towards the texts of the company that production needs.
 */
export function readConfig(env: Environment, savedBrand: Partial<BrandTexts> = {}): ReadConfig {
  // An empty value in a .env file means "not set".
  const presentValues = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const errors: string[] = [];
  const malformed = new Set<PropertyKey>();
  for (const { path, message } of Settings.safeParse(presentValues).error?.issues ?? []) {
    errors.push(`${path.join(".")} ${message}.`);
    malformed.add(path[0] ?? "");
  }
  // The other checks run as if the malformed settings were not set, so that the operator sees all errors at once.
  const wellFormed = Object.fromEntries(Object.entries(presentValues).filter(([name]) => !malformed.has(name)));
  const settings = Settings.parse(wellFormed);
  const config = shape(settings, new Set(Object.keys(wellFormed)));
  const others = [
    ...listAddressErrors(config),
    ...listRoleErrors(config),
    ...listReplicaErrors(config),
    ...listMissingSettings(wellFormed, { ...presetBrand, ...savedBrand }),
  ];
  errors.push(...others.filter((error) => !malformed.has(error.split(" ", 1)[0] ?? "")));
  if (errors.length === 0) return { ok: true, config };
  const lacksCompany = COMPANY_SETTINGS.some(({ variable }) => errors.some((error) => error.startsWith(variable)));
  return { ok: false, errors, lacksCompany, config };
}

function shape(settings: z.output<typeof Settings>, fixed: ReadonlySet<string>) {
  const publicUrl = settings.PUBLIC_URL === undefined ? undefined : new URL(settings.PUBLIC_URL);
  const isHttps = publicUrl?.protocol === "https:";
  const mode = modeOf({ MODE: settings.MODE, PUBLIC_URL: settings.PUBLIC_URL });
  return {
    port: settings.PORT,
    host: settings.HOST,
    dataDir: resolve(settings.DATA_DIR),
    databaseUrl: settings.DATABASE_URL,
    /** The read replicas of that database. */
    databaseReadUrls: settings.DATABASE_READ_URL,
    redisUrl: settings.REDIS_URL,
    /** Whether this process answers members, works jobs, or does both. */
    role: settings.ROLE,
    /** How long a stopping process still answers, while its balancer learns that it is not ready. */
    drainMs: settings.DRAIN_SECONDS * 1_000,
    /** The token with which Prometheus reads /metrics; without one nothing is measured. */
    metricsToken: settings.METRICS_TOKEN,
    /** Where traces are sent, and of which share of the requests. */
    traces: tracesOf(settings),
    /** Whether discovery answers from memory; `auto` decides by how much of the memory that takes. */
    discoveryIndex: settings.DISCOVERY_INDEX,
    /** The key that encrypts and decrypts backups. */
    backupKey: settings.BACKUP_KEY,
    /** The master key; undefined where that of the data folder counts. */
    masterKey: settings.MASTER_KEY,
    /** The bucket with the files; undefined where all lie in the data folder. */
    s3: s3Of(settings),
    /** The bucket for backups; undefined where they go into a folder. */
    backupS3: bucketOf(settings, "BACKUP_S3"),
    photoCacheBytes: settings.S3_CACHE_MB * 1_048_576,
    mode,
    hasDemo: settings.DEMO ?? mode === "demo",
    adminEmail: settings.ADMIN_EMAIL,
    adminPassword: settings.ADMIN_PASSWORD,
    /** Whether staff must have a second factor. */
    requiresFactor: (settings.ADMIN_2FA ?? (mode === "production" ? "required" : "optional")) === "required",
    publicUrl,
    /** The address at which members reach the product; links in mails begin with it. */
    origin: publicUrl?.origin ?? originAt(settings.HOST, settings.PORT),
    smtpUrl: settings.SMTP_URL,
    mailFrom: settings.MAIL_FROM,
    ageAssurance: settings.AGE_ASSURANCE ?? (mode === "production" ? "entry" : "off"),
    /**
     * The names of the variables that are set. The settings that they fix cannot be changed at /admin/configuracoes.
     */
    fixed,
    /** The texts of the brand: those of the environment, or else those of the brand file. */
    brand: brandOf(settings),
    confirmsEmails: settings.EMAIL_CONFIRMATION ?? mode === "production",
    pushServices: settings.PUSH_SERVICES,
    /** The payment providers, the preferred one first. */
    paymentProviders: settings.PAYMENTS ?? (mode === "demo" ? (["sandbox"] as const) : []),
    maySellBySandbox: settings.SANDBOX_IN_PRODUCTION,
    pix: pixOf(settings),
    stripe: stripeOf(settings),
    mercadoPago: mercadoPagoOf(settings),
    profilesADay: {
      ordinary: settings.PROFILES_A_DAY,
      premium: settings.PROFILES_A_DAY_PREMIUM,
      fresh: settings.PROFILES_A_DAY_NEW,
    },
    isHttps,
    trustProxy: settings.TRUST_PROXY,
    connectionsPerAddress: settings.CONNECTIONS_PER_ADDRESS,
    /** The terminal of a demo shows warnings only; a production log also shows what happens. */
    logLevel: settings.LOG_LEVEL ?? (mode === "demo" ? "warn" : "info"),
    limits: limitsOf(settings),
  };
}

function brandOf(settings: z.output<typeof Settings>): BrandTexts {
  return recordOf(BRAND_NAMES, (name) => settings[brandSettings[name].variable] ?? presetBrand[name]);
}

function s3Of(settings: z.output<typeof Settings>) {
  const bucket = bucketOf(settings, "S3");
  return bucket && { ...bucket, isRetired: settings.S3_RETIRED };
}

/** The bucket of the settings whose names begin with a name; undefined unless all four required ones are set. */
function bucketOf(settings: z.output<typeof Settings>, name: "S3" | "BACKUP_S3") {
  const [bucket, region] = [settings[`${name}_BUCKET`], settings[`${name}_REGION`]];
  const accessKeyId = settings[`${name}_ACCESS_KEY_ID`];
  const secretAccessKey = settings[`${name}_SECRET_ACCESS_KEY`];
  if (!bucket || !region || !accessKeyId || !secretAccessKey) return undefined;
  const path = settings[`${name}_PREFIX`];
  const prefix = path === undefined ? "" : `${path}/`;
  return { bucket, region, endpoint: settings[`${name}_ENDPOINT`], accessKeyId, secretAccessKey, prefix };
}

function pixOf(settings: z.output<typeof Settings>) {
  const { PIX_URL: url, PIX_TOKEN_URL: tokenUrl, PIX_CLIENT_ID: clientId, PIX_CLIENT_SECRET: clientSecret } = settings;
  const { PIX_CERTIFICATE: certificate, PIX_PRIVATE_KEY: privateKey, PIX_KEY: chave, PIX_CA: authorities } = settings;
  if (!url || !tokenUrl || !clientId || !clientSecret || !certificate || !privateKey || !chave) return undefined;
  return { url, tokenUrl, clientId, clientSecret, certificate, privateKey, chave, ...(authorities && { authorities }) };
}

function tracesOf({
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  OTEL_TRACES_SAMPLER_ARG: share,
}: z.output<typeof Settings>) {
  return endpoint === undefined ? undefined : { endpoint, share };
}

function stripeOf({ STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret }: z.output<typeof Settings>) {
  return secretKey && webhookSecret ? { secretKey, webhookSecret } : undefined;
}

function mercadoPagoOf(settings: z.output<typeof Settings>) {
  const { MERCADOPAGO_ACCESS_TOKEN: accessToken, MERCADOPAGO_WEBHOOK_SECRET: webhookSecret } = settings;
  return accessToken && webhookSecret ? { accessToken, webhookSecret } : undefined;
}

function limitsOf(settings: z.output<typeof Settings>) {
  // The cast holds because the settings have an entry for each of these names.
  return recordOf(LIMIT_NAMES, (name) => Reflect.get(settings, limitSetting(name)) as Rate);
}

/**
 * Returns the origin of a product that listens on a host. If it listens on every address, the origin is the machine
 * itself.
 */
export function originAt(host: string, port: number): string {
  const bare = host.replace(/^\[|\]$/g, "");
  const namedHost = isEveryAddress(bare) ? "127.0.0.1" : bare;
  return `http://${namedHost.includes(":") ? `[${namedHost}]` : namedHost}:${port}`;
}

/** Whether a product with this HOST listens on all addresses of its machine. */
export const isEveryAddress = (host: string): boolean => ["0.0.0.0", "::", "[::]"].includes(host);

function listAddressErrors({ publicUrl }: Config): string[] {
  const isRoot = publicUrl === undefined || (publicUrl.pathname === "/" && publicUrl.search === "");
  return isRoot ? [] : ["PUBLIC_URL must be an origin without a path, such as https://caramelo.example."];
}

/** A worker's events reach members through Redis and the processes that they are connected to. */
function listRoleErrors({ role, databaseUrl, redisUrl }: Config): string[] {
  const isShared = databaseUrl !== undefined && redisUrl !== undefined;
  return role === "all" || isShared
    ? []
    : [`ROLE=${role} needs DATABASE_URL and REDIS_URL, which all processes share.`];
}

function listReplicaErrors({ databaseUrl, databaseReadUrls }: Config): string[] {
  const isAlone = databaseUrl === undefined && databaseReadUrls.length > 0;
  return isAlone ? ["DATABASE_READ_URL needs DATABASE_URL, whose replicas it lists."] : [];
}

/**
 * Raises limits that are below their floor, because a lower limit would lock out its own operator. Such a limit does
 * not keep a site from starting with a new release: the floor is in force instead, and the start says so.
 */
export function raiseLimits(config: Config): { config: Config; raised: string[] } {
  const raisedLimits: string[] = [];
  const limits = recordOf(LIMIT_NAMES, (name) => raiseToFloor(name, config.limits[name]));
  for (const name of LIMIT_NAMES) {
    const [was, is] = [config.limits[name], limits[name]].map(({ points, seconds }) => `${points}/${seconds}`);
    if (was !== is) raisedLimits.push(`${limitSetting(name)}=${was} is less than one screen needs: ${is} is in force.`);
  }
  return { config: { ...config, limits }, raised: raisedLimits };
}

export function raiseToFloor(name: RateLimitName, { points, seconds }: Rate): Rate {
  return { points: Math.max(points, leastAttempts(name, seconds)), seconds };
}

/**
 * Lowers limits of production that are above their ceiling, because they would not protect the site. The log of a start
 * names them, as it names those that are raised.
 */
export function lowerLimits(config: Config): { config: Config; lowered: string[] } {
  if (config.mode !== "production") return { config, lowered: [] };
  const limits = recordOf(LIMIT_NAMES, (name) => lowerToCeiling(name, config.limits[name]));
  const lowered = LIMIT_NAMES.filter((name) => limits[name] !== config.limits[name]).map((name) => {
    const [was, is] = [config.limits[name], limits[name]].map(({ points, seconds }) => `${points}/${seconds}`);
    return `${limitSetting(name)}=${was} would protect nobody: ${is} is in force.`;
  });
  return { config: { ...config, limits }, lowered };
}

export const lowerToCeiling = (name: RateLimitName, rate: Rate): Rate =>
  isOverCeiling(name, rate) ? ceilingOf(name) : rate;
