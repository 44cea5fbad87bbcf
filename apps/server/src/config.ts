import { resolve } from "node:path";
import { brand } from "@caramelo/contract/brand";
import { limitSetting, type RateLimitName, rateLimits } from "@caramelo/contract/rate-limits";
import * as z from "zod";
import type { Rate } from "./platform/rate.ts";
import { operatorSettings } from "./settings.ts";

const limit = (fallback: string) =>
  z
    .string()
    .regex(/^[1-9]\d{0,6}\/[1-9]\d{0,6}$/, { error: "must be attempts/seconds, such as 10/900" })
    .default(fallback)
    .transform((text) => {
      const [points, seconds] = text.split("/").map(Number);
      return { points: points ?? 0, seconds: seconds ?? 0 };
    });

type Values<Table extends Record<string, { value: z.ZodType }>> = { [Name in keyof Table]: Table[Name]["value"] };

// The cast holds because every entry keeps its name and its own type of value.
const values = Object.fromEntries(Object.entries(operatorSettings).map(([name, { value }]) => [name, value])) as Values<
  typeof operatorSettings
>;

const limitSettings: Record<`LIMIT_${string}`, ReturnType<typeof limit>> = Object.fromEntries(
  Object.entries(rateLimits).map(([name, { preset }]) => [limitSetting(name), limit(preset)]),
);

const Settings = z.object({
  ...values,
  ...limitSettings,
});

export type Config = ReturnType<typeof shape>;

/** Reads every setting, or answers all errors at once, one sentence each. */
export function readConfig(
  env: Record<string, string | undefined>,
): { ok: true; config: Config } | { ok: false; errors: string[] } {
  // An empty value in a .env file means "not set".
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const errors: string[] = [];
  const malformed = new Set<PropertyKey>();
  for (const { path, message } of Settings.safeParse(present).error?.issues ?? []) {
    errors.push(`${path.join(".")} ${message}.`);
    malformed.add(path[0] ?? "");
  }
  // The other checks run as if the malformed settings were not set, so that the operator sees all errors at once.
  const wellFormed = Object.fromEntries(Object.entries(present).filter(([name]) => !malformed.has(name)));
  const settings = Settings.parse(wellFormed);
  const config = shape(settings);
  const others = [
    ...listAddressErrors(config),
    ...listMissingOfProviders(settings),
    ...(config.mode === "production" ? listProductionErrors(config) : []),
  ];
  errors.push(...others.filter((error) => !malformed.has(error.split(" ", 1)[0] ?? "")));
  return errors.length > 0 ? { ok: false, errors } : { ok: true, config };
}

function shape(settings: z.output<typeof Settings>) {
  const publicUrl = settings.PUBLIC_URL === undefined ? undefined : new URL(settings.PUBLIC_URL);
  const isHttps = publicUrl?.protocol === "https:";
  const mode = settings.MODE ?? (isHttps ? "production" : "demo");
  return {
    port: settings.PORT,
    host: settings.HOST,
    dataDir: resolve(settings.DATA_DIR),
    databaseUrl: settings.DATABASE_URL,
    mode,
    hasDemo: settings.DEMO ?? mode === "demo",
    adminEmail: settings.ADMIN_EMAIL,
    adminPassword: settings.ADMIN_PASSWORD,
    publicUrl,
    /** The address at which members reach the product; links in mails begin with it. */
    origin: publicUrl?.origin ?? originAt(settings.HOST, settings.PORT),
    smtpUrl: settings.SMTP_URL,
    mailFrom: settings.MAIL_FROM ?? `${brand.name} <${brand.supportEmail}>`,
    confirmsEmails: settings.EMAIL_CONFIRMATION ?? mode === "production",
    pushServices: settings.PUSH_SERVICES,
    /** Who takes payments, the preferred one first. */
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

/** The operator's access to API Pix; undefined unless all of it is set. */
function pixOf(settings: z.output<typeof Settings>) {
  const { PIX_URL: url, PIX_TOKEN_URL: tokenUrl, PIX_CLIENT_ID: clientId, PIX_CLIENT_SECRET: clientSecret } = settings;
  const { PIX_CERTIFICATE: certificate, PIX_PRIVATE_KEY: privateKey, PIX_KEY: chave, PIX_CA: authorities } = settings;
  if (!url || !tokenUrl || !clientId || !clientSecret || !certificate || !privateKey || !chave) return undefined;
  return { url, tokenUrl, clientId, clientSecret, certificate, privateKey, chave, ...(authorities && { authorities }) };
}

/** The operator's account at Stripe; undefined unless all of it is set. */
function stripeOf({ STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret }: z.output<typeof Settings>) {
  return secretKey && webhookSecret ? { secretKey, webhookSecret } : undefined;
}

/** The operator's account at Mercado Pago; undefined unless all of it is set. */
function mercadoPagoOf(settings: z.output<typeof Settings>) {
  const { MERCADOPAGO_ACCESS_TOKEN: accessToken, MERCADOPAGO_WEBHOOK_SECRET: webhookSecret } = settings;
  return accessToken && webhookSecret ? { accessToken, webhookSecret } : undefined;
}

/** What each payment provider needs. */
const NEEDS = {
  sandbox: [],
  pix: [
    "PIX_URL",
    "PIX_TOKEN_URL",
    "PIX_CLIENT_ID",
    "PIX_CLIENT_SECRET",
    "PIX_CERTIFICATE",
    "PIX_PRIVATE_KEY",
    "PIX_KEY",
  ],
  stripe: ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"],
  mercadopago: ["MERCADOPAGO_ACCESS_TOKEN", "MERCADOPAGO_WEBHOOK_SECRET"],
} as const;

function listMissingOfProviders(settings: z.output<typeof Settings>): string[] {
  return (settings.PAYMENTS ?? []).flatMap((provider) => {
    const missing = NEEDS[provider].filter((name) => settings[name] === undefined);
    return missing.map((name) => `${name} must be set when PAYMENTS names ${provider}.`);
  });
}

function limitsOf(settings: z.output<typeof Settings>) {
  const limits = Object.keys(rateLimits).map((name) => [name, Reflect.get(settings, limitSetting(name))]);
  // Both were made from the same table.
  return Object.fromEntries(limits) as Record<RateLimitName, Rate>;
}

/** The origin of a product that listens on a host: the machine itself where it listens on every address. */
export function originAt(host: string, port: number): string {
  const bare = host.replace(/^\[|\]$/g, "");
  const named = isEveryAddress(bare) ? "127.0.0.1" : bare;
  return `http://${named.includes(":") ? `[${named}]` : named}:${port}`;
}

/** Does a product with this HOST listen on all addresses of its machine? */
export const isEveryAddress = (host: string): boolean => ["0.0.0.0", "::", "[::]"].includes(host);

function listAddressErrors({ publicUrl }: Config): string[] {
  const isRoot = publicUrl === undefined || (publicUrl.pathname === "/" && publicUrl.search === "");
  return isRoot ? [] : ["PUBLIC_URL must be an origin without a path, such as https://caramelo.example."];
}

/** With test keys everybody who knows a provider's test cards would buy for nothing. */
function listTestKeyErrors({ maySellBySandbox, stripe, mercadoPago }: Config): string[] {
  if (maySellBySandbox) return [];
  const unless = "when MODE=production, unless SANDBOX_IN_PRODUCTION=on.";
  return [
    stripe?.secretKey.includes("_test_") ? `STRIPE_SECRET_KEY must be a live key ${unless}` : "",
    mercadoPago?.accessToken.startsWith("TEST-") ? `MERCADOPAGO_ACCESS_TOKEN must be a live one ${unless}` : "",
  ];
}

function listProductionErrors(config: Config): string[] {
  const { isHttps, hasDemo, adminPassword, smtpUrl, paymentProviders, maySellBySandbox } = config;
  const sellsBySandbox = paymentProviders.some((name) => name === "sandbox");
  const isBrandComplete = [brand.companyName, brand.cnpj, brand.address, brand.dpoContact].every((text) => text !== "");
  const errors = [
    isHttps ? "" : "PUBLIC_URL must be the https address of the site when MODE=production.",
    hasDemo ? "DEMO must be off when MODE=production." : "",
    adminPassword === undefined ? "ADMIN_PASSWORD must be set when MODE=production." : "",
    isBrandComplete ? "" : "packages/contract/src/brand.ts must name the company, its CNPJ, its address and its DPO.",
    smtpUrl === undefined ? "SMTP_URL must be the mail server when MODE=production." : "",
    paymentProviders.length > 0 ? "" : "PAYMENTS must name who takes payments when MODE=production.",
    sellsBySandbox && !maySellBySandbox
      ? "PAYMENTS must not name the sandbox when MODE=production, unless SANDBOX_IN_PRODUCTION=on."
      : "",
    ...listTestKeyErrors(config),
  ];
  return errors.filter((error) => error !== "");
}
