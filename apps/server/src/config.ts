import { isIP } from "node:net";
import { resolve } from "node:path";
import { brand } from "@caramelo/contract/brand";
import { ADMIN_PASSWORD_MIN, EMAIL_MAX, PASSWORD_MAX } from "@caramelo/contract/limits";
import * as z from "zod";
import { judgeAdminPassword } from "./features/accounts/rules.ts";
import { isCommonPassword } from "./platform/passwords.ts";

const limit = (fallback: string) =>
  z
    .string()
    .regex(/^[1-9]\d{0,5}\/[1-9]\d{0,6}$/, { error: "must be attempts/seconds, such as 10/900" })
    .default(fallback)
    .transform((text) => {
      const [points, seconds] = text.split("/").map(Number);
      return { points: points ?? 0, seconds: seconds ?? 0 };
    });

const onOff = z.enum(["on", "off"], { error: "must be on or off" }).transform((word) => word === "on");

/** An address, a network in CIDR form, or one of the three names that Fastify knows. */
function isNetwork(text: string): boolean {
  if (["loopback", "linklocal", "uniquelocal"].includes(text)) return true;
  const [address = "", bits] = text.split("/", 2);
  const family = isIP(address);
  if (family === 0 || text.split("/").length > 2) return false;
  // All addresses there are would let everybody choose theirs.
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

/** Those of the browsers there are: Chrome, Firefox, Safari, Edge. */
const PUSH_SERVICES = [
  "https://fcm.googleapis.com",
  "https://*.push.services.mozilla.com",
  "https://*.push.apple.com",
  "https://*.notify.windows.com",
];

const Settings = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, { error: "must be a port number" })
    .default("3000")
    .transform(Number)
    .refine((port) => port <= 65_535, { error: "must be a port number" }),
  HOST: z.string().min(1).default("127.0.0.1"),
  DATA_DIR: z.string().min(1).default("./data"),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: "must be a postgres:// address" }).optional(),
  DEMO: onOff.optional(),
  MODE: z.enum(["demo", "production"], { error: "must be demo or production" }).optional(),
  ADMIN_EMAIL: z
    .email({ error: "must be an e-mail address" })
    .max(EMAIL_MAX, { error: `must have at most ${EMAIL_MAX} characters` })
    .default("admin@caramelo.invalid")
    .transform((email) => email.toLowerCase()),
  ADMIN_PASSWORD: z
    .string()
    .superRefine((text, context) => {
      const fault = judgeAdminPassword(text, isCommonPassword(text));
      const message = `is ${fault}: it must have ${ADMIN_PASSWORD_MIN} to ${PASSWORD_MAX} characters and not be a usual one`;
      if (fault) context.addIssue({ code: "custom", message });
    })
    .optional(),
  PUBLIC_URL: z.url({ protocol: /^https?$/, error: "must be an http(s) address" }).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: "must be an smtp:// or smtps:// address" }).optional(),
  MAIL_FROM: z.string().min(3).max(320).optional(),
  EMAIL_CONFIRMATION: onOff.optional(),
  PUSH_SERVICES: z
    .string()
    .default(PUSH_SERVICES.join(","))
    .transform((text) => text.split(",").map((service) => service.trim()))
    .refine((services) => services.every((service) => /^https?:\/\/(\*\.)?[\w.-]+(:\d{1,5})?$/.test(service)), {
      error: "must list the origins of push services, such as https://fcm.googleapis.com,https://*.push.apple.com",
    }),
  TRUST_PROXY: z
    .string()
    .refine((text) => text.split(",").every((part) => isNetwork(part.trim())), {
      error: "must list the addresses or networks of your proxies, such as 127.0.0.1,10.0.0.0/8",
    })
    .optional(),
  LOG_LEVEL: z
    .enum(["trace", "debug", "info", "warn", "error", "silent"], {
      error: "must be trace, debug, info, warn, error or silent",
    })
    .optional(),
  LIMIT_SIGN_IN_ACCOUNT: limit("10/900"),
  LIMIT_SIGN_IN_ADDRESS: limit("60/3600"),
  LIMIT_SIGN_UP_ADDRESS: limit("20/3600"),
  LIMIT_RECOVERY: limit("3/3600"),
  LIMIT_LINKS: limit("60/3600"),
  LIMIT_MESSAGES: limit("10/10"),
  LIMIT_FAVORITES: limit("120/3600"),
  LIMIT_REPORTS: limit("10/86400"),
  LIMIT_UPLOADS: limit("40/3600"),
  LIMIT_VIEWS: limit("300/600"),
  LIMIT_PRESENCE: limit("60/600"),
});

export type Config = ReturnType<typeof shape>;

/** Reads every setting, or answers every fault at once, one sentence each. */
export function readConfig(
  env: Record<string, string | undefined>,
): { ok: true; config: Config } | { ok: false; faults: string[] } {
  // An empty value in a .env file means "not set".
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const faults: string[] = [];
  const faulty = new Set<PropertyKey>();
  for (const { path, message } of Settings.safeParse(given).error?.issues ?? []) {
    faults.push(`${path.join(".")} ${message}.`);
    faulty.add(path[0] ?? "");
  }
  // The rest is judged as if the faulty ones were not set, so that nobody meets one fault after another.
  const sound = Object.fromEntries(Object.entries(given).filter(([name]) => !faulty.has(name)));
  const config = shape(Settings.parse(sound));
  const others = [...faultsOfPlace(config), ...(config.mode === "production" ? faultsOfProduction(config) : [])];
  faults.push(...others.filter((fault) => !faulty.has(fault.split(" ", 1)[0] ?? "")));
  return faults.length > 0 ? { ok: false, faults } : { ok: true, config };
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
    /** Where members reach the product: links in mails begin with it. */
    origin: publicUrl?.origin ?? `http://${isLoopback(settings.HOST) ? "localhost" : settings.HOST}:${settings.PORT}`,
    smtpUrl: settings.SMTP_URL,
    mailFrom: settings.MAIL_FROM ?? `${brand.name} <${brand.supportEmail}>`,
    confirmsEmails: settings.EMAIL_CONFIRMATION ?? mode === "production",
    pushServices: settings.PUSH_SERVICES,
    isHttps,
    /** Browsers keep `Secure` cookies over https and, as an exception, on the machine itself. */
    hasSecureCookies: isHttps || isLoopback(publicUrl?.hostname ?? settings.HOST),
    trustProxy: settings.TRUST_PROXY,
    /** A terminal with a demo in it shows what is wrong; a production log also shows what happens. */
    logLevel: settings.LOG_LEVEL ?? (mode === "demo" ? "warn" : "info"),
    limits: {
      signInAccount: settings.LIMIT_SIGN_IN_ACCOUNT,
      signInAddress: settings.LIMIT_SIGN_IN_ADDRESS,
      signUpAddress: settings.LIMIT_SIGN_UP_ADDRESS,
      recovery: settings.LIMIT_RECOVERY,
      links: settings.LIMIT_LINKS,
      messages: settings.LIMIT_MESSAGES,
      favorites: settings.LIMIT_FAVORITES,
      reports: settings.LIMIT_REPORTS,
      uploads: settings.LIMIT_UPLOADS,
      views: settings.LIMIT_VIEWS,
      presence: settings.LIMIT_PRESENCE,
    },
  };
}

export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, "");
  return bare === "localhost" || bare === "::1" || (isIP(bare) === 4 && bare.startsWith("127."));
}

function faultsOfPlace({ publicUrl }: Config): string[] {
  const isRoot = publicUrl === undefined || (publicUrl.pathname === "/" && publicUrl.search === "");
  return isRoot ? [] : ["PUBLIC_URL must be an origin without a path, such as https://caramelo.example."];
}

function faultsOfProduction({ isHttps, hasDemo, adminPassword, smtpUrl }: Config): string[] {
  const isBrandComplete = [brand.companyName, brand.cnpj, brand.address, brand.dpoContact].every((text) => text !== "");
  const faults = [
    isHttps ? "" : "PUBLIC_URL must be the https address of the site when MODE=production.",
    hasDemo ? "DEMO must be off when MODE=production." : "",
    adminPassword === undefined ? "ADMIN_PASSWORD must be set when MODE=production." : "",
    isBrandComplete ? "" : "packages/contract/src/brand.ts must name the company, its CNPJ, its address and its DPO.",
    smtpUrl === undefined ? "SMTP_URL must be the mail server when MODE=production." : "",
    "This version has no payments yet, and MODE=production needs them.",
  ];
  return faults.filter((fault) => fault !== "");
}
