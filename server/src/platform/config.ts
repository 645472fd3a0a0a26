/**
 * Configuration, read from the environment once at start (domain.md, Running it). A variable with a wrong value or a
 * misspelled name aborts the start with a message that names it; other unknown variables are ignored.
 */
import { resolve } from 'node:path';
import { z } from 'zod';
import { tenants, type Tenant } from '#contract/kernel/endpoint.ts';
import { type PageSizes, pageSizes } from '#contract/kernel/page-size.ts';
import type { GoogleSettings } from './calendar/google.ts';
import { type FirebaseProject, firebaseName, firebaseRules } from './config-firebase.ts';
import { type OpenIdProvider, openIdName, openIdRules } from './config-openid.ts';
import { type PaymentAccounts, paymentName, paymentRules, simulatedAccounts } from './config-payment.ts';
import { type WhatsAppAccount, simulatedWhatsApp, whatsAppName, whatsAppRules } from './config-whatsapp.ts';
import { findMisspelling } from './config-names.ts';
import * as value from './config-values.ts';
import { persistentSecret } from './persistent-secret.ts';
import { weaknessOf } from './secret-strength.ts';

export interface Config {
  port: number;
  host: string;
  /** Absolute; created if missing. */
  dataDir: string;
  /** PostgreSQL 15 or newer; undefined: the embedded one in `dataDir`. */
  databaseUrl: string | undefined;
  /** Milliseconds a call waits for a database connection before it fails with 503. */
  databasePatienceMs: number;
  /** Milliseconds for which an ending server is not ready but accepts connections, so that balancers notice. */
  drainMs: number;
  /** Host name → tenant; for other hosts, the labels of the host name decide. */
  tenantHosts: ReadonlyMap<string, Tenant>;
  /** Brand names. */
  brands: Record<Tenant, string>;
  /** At least 32 characters. It signs tokens; passwords of the database roles are derived from it. */
  jwtSecret: string;
  /** `jwtSecret`, and the one that it replaces or is replaced by: what either has signed is valid (decision 0063). */
  acceptedSecrets: readonly string[];
  production: boolean;
  /** Requests are logged at `info`. */
  logLevel: value.LogLevel;
  /** Proxies whose X-Forwarded-For is trusted. */
  trustProxy: value.TrustedProxies;
  /** Offers demo users and data. */
  demo: boolean;
  /** Serves `/api/metrics` to other machines too. */
  publicMetrics: boolean;
  /** Firestore projects; undefined for tenants with embedded tracking documents. */
  firebase: Record<Tenant, FirebaseProject | undefined>;
  /** Providers that staff may sign in with; undefined: passwords only. */
  openId: Record<Tenant, OpenIdProvider | undefined>;
  /** Accounts at payment gateways. */
  payment: Record<Tenant, PaymentAccounts>;
  /** Accounts at WhatsApp; undefined for tenants without one. */
  whatsApp: Record<Tenant, WhatsAppAccount | undefined>;
  /** undefined: uploads are stored in `dataDir`. */
  s3:
    | {
        endpoint: string | undefined;
        region: string;
        bucket: string;
        accessKeyId: string;
        secretAccessKey: string;
        publicUrl: string | undefined;
      }
    | undefined;
  /** undefined: mail is written to files in `dataDir`. */
  smtpUrl: string | undefined;
  /** Sender address of mail; the display name is the brand's. */
  mailFrom: string;
  /** Number of server processes behind one port. */
  processes: number;
  /** Runs jobs in the server processes. */
  worker: boolean;
  /** Service account for calendar events; undefined: meetings have no Google link. */
  google: GoogleSettings | undefined;
  /** Base URL of generated meeting rooms; null: without Google, a class has only its course's link. */
  meetingServer: string | null;
  /** Default page sizes of lists. */
  pageSizes: PageSizes;
  /** Seals of the audit trail (docs/decisions/0143). */
  trail: {
    /** Ed25519 seed, 32 bytes in base64url; undefined: that of `dataDir`. */
    key: string | undefined;
    /** Address that gets the head of each day. */
    mail: string | undefined;
    /** Days after which entries are removed. */
    days: number;
  };
  /** Encryption key of backups; undefined: backups are not encrypted. */
  backupKey: string | undefined;
}

/** Configuration error: one sentence that names the variable and never contains a secret. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** HAProxy takes a server out after three checks, one every two seconds, unless it is configured otherwise. */
const productionDrainMs = 8_000;

const jwtSecret = z.string().min(32, 'must have at least 32 characters');

const schema = z.object({
  NODE_ENV: z
    .enum(['development', 'test', 'production'], 'must be development, test or production')
    .default('development'),
  LOG_LEVEL: z.enum(value.logLevels, 'must be fatal, error, warn, info or debug').optional(),
  PORT: value.port.default(4000),
  HOST: value.word.default('127.0.0.1'),
  TRUST_PROXY: value.proxies.default(['loopback']),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: value.url('postgres', 'postgresql').optional(),
  DATABASE_PATIENCE_MS: value.milliseconds(100).default(2_000),
  DRAIN_MS: value.milliseconds(0).optional(),
  TENANT_HOSTS: value.tenantHosts.default(new Map()),
  BRAND_CODING: value.brand.default('Coding Studio'),
  BRAND_CYBER: value.brand.default('Cyber Studio'),
  BRAND_DATA: value.brand.default('Data Studio'),
  JWT_SECRET: jwtSecret.optional(),
  JWT_SECRET_PREVIOUS: jwtSecret.optional(),
  DEMO: value.flag.optional(),
  PUBLIC_METRICS: value.flag.default(false),
  ...firebaseRules,
  ...openIdRules,
  ...paymentRules,
  ...whatsAppRules,
  S3_ENDPOINT: value.url('http', 'https').optional(),
  S3_REGION: value.word.default('us-east-1'),
  S3_BUCKET: value.word.optional(),
  S3_ACCESS_KEY_ID: value.word.optional(),
  S3_SECRET_ACCESS_KEY: value.word.optional(),
  S3_PUBLIC_URL: value.url('http', 'https').optional(),
  SMTP_URL: value.url('smtp', 'smtps').optional(),
  MAIL_FROM: value.email.optional(),
  PROCESSES: value.processes.default(1),
  WORKER: value.flag.default(true),
  GOOGLE_CLIENT_EMAIL: value.email.optional(),
  GOOGLE_PRIVATE_KEY: value.pem.optional(),
  GOOGLE_CALENDAR_ID: value.word.default('primary'),
  GOOGLE_SUBJECT: value.email.optional(),
  GOOGLE_ENDPOINT: value.url('http', 'https').optional(),
  MEETING_SERVER: value.meetingServer.optional(),
  /** Read where it is used (areas/video/programs.ts), like PATH. */
  FFMPEG: value.program.optional(),
  PAGE_SIZE: value.pageSize.default(pageSizes().PAGE_SIZE),
  ASSIGN_PAGE_SIZE: value.pageSize.default(pageSizes().ASSIGN_PAGE_SIZE),
  BACKUP_KEY: z.string().optional(),
  TRAIL_KEY: value.seed.optional(),
  TRAIL_MAIL: value.email.optional(),
  TRAIL_DAYS: value.trailDays.default(3_653),
});

type Values = z.output<typeof schema>;

const sentenceOf = ({ issues: [issue] }: z.ZodError) => `${issue?.path.join('.')} ${issue?.message}.`;

/**
 * Reads and validates the environment. Without JWT_SECRET, generates one and stores it in DATA_DIR.
 * @throws ConfigError
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const set = Object.fromEntries(Object.entries(env).filter(([, text]) => text !== undefined && text.trim() !== ''));
  const misspelling = findMisspelling(Object.keys(set), Object.keys(schema.shape));
  if (misspelling) throw new ConfigError(misspelling);
  const parsed = schema.safeParse(set);
  if (!parsed.success) throw new ConfigError(sentenceOf(parsed.error));
  const values = parsed.data;
  const production = values.NODE_ENV === 'production';
  if (production) checkProduction(values);
  const dataDir = resolve(values.DATA_DIR);
  const demo = values.DEMO ?? !production;
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir,
    databaseUrl: values.DATABASE_URL,
    databasePatienceMs: values.DATABASE_PATIENCE_MS,
    drainMs: values.DRAIN_MS ?? (production ? productionDrainMs : 0),
    tenantHosts: values.TENANT_HOSTS,
    brands: { coding: values.BRAND_CODING, cyber: values.BRAND_CYBER, data: values.BRAND_DATA },
    production,
    logLevel: values.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    trustProxy: values.TRUST_PROXY,
    demo,
    publicMetrics: values.PUBLIC_METRICS,
    processes: values.PROCESSES,
    worker: values.WORKER,
    pageSizes: { PAGE_SIZE: values.PAGE_SIZE, ASSIGN_PAGE_SIZE: values.ASSIGN_PAGE_SIZE },
    backupKey: values.BACKUP_KEY,
    trail: { key: values.TRAIL_KEY, mail: values.TRAIL_MAIL, days: values.TRAIL_DAYS },
    meetingServer:
      values.MEETING_SERVER === undefined && demo ? value.demoMeetingServer : (values.MEETING_SERVER ?? null),
    ...services(values),
    // Last, since it may write a file, and nothing is written for an invalid environment.
    ...secrets(values, dataDir),
  };
}

function secrets(values: Values, dataDir: string): Pick<Config, 'jwtSecret' | 'acceptedSecrets'> {
  const { JWT_SECRET: configured, JWT_SECRET_PREVIOUS: previous } = values;
  if (previous && !configured) throw new ConfigError('JWT_SECRET is required when JWT_SECRET_PREVIOUS is set.');
  if (previous && previous === configured) throw new ConfigError('JWT_SECRET_PREVIOUS must differ from JWT_SECRET.');
  const secret = configured ?? persistentSecret(resolve(dataDir, 'jwt-secret'));
  return { jwtSecret: secret, acceptedSecrets: previous ? [secret, previous] : [secret] };
}

function checkProduction(values: Values): void {
  if (!values.JWT_SECRET) throw new ConfigError('JWT_SECRET is required when NODE_ENV is production.');
  const weakness = weaknessOf(values.JWT_SECRET);
  if (weakness)
    throw new ConfigError(
      `JWT_SECRET ${weakness}; make one with: node -p "crypto.randomBytes(32).toString('base64url')".`,
    );
  if (!values.DATABASE_URL) throw new ConfigError('DATABASE_URL is required when NODE_ENV is production.');
  if (values.DEMO) throw new ConfigError('DEMO must not be 1 when NODE_ENV is production: its users are public.');
  if (values.PAYMENT_SIMULATOR)
    throw new ConfigError('PAYMENT_SIMULATOR must not be set when NODE_ENV is production: its payments are not real.');
  if (values.WHATSAPP_SIMULATOR)
    throw new ConfigError('WHATSAPP_SIMULATOR must not be set when NODE_ENV is production: its messages reach nobody.');
}

function services(
  values: Values,
): Pick<Config, 'firebase' | 'openId' | 'payment' | 'whatsApp' | 's3' | 'smtpUrl' | 'mailFrom' | 'google'> {
  const s3 = together(values, {
    bucket: 'S3_BUCKET',
    accessKeyId: 'S3_ACCESS_KEY_ID',
    secretAccessKey: 'S3_SECRET_ACCESS_KEY',
  });
  if (values.SMTP_URL && !values.MAIL_FROM) throw new ConfigError('MAIL_FROM is required when SMTP_URL is set.');
  const google = together(values, { clientEmail: 'GOOGLE_CLIENT_EMAIL', privateKey: 'GOOGLE_PRIVATE_KEY' });
  return {
    firebase: firebaseProjects(values),
    openId: {
      coding: openIdProvider(values, 'coding'),
      cyber: openIdProvider(values, 'cyber'),
      data: openIdProvider(values, 'data'),
    },
    payment: {
      coding: paymentAccounts(values, 'coding'),
      cyber: paymentAccounts(values, 'cyber'),
      data: paymentAccounts(values, 'data'),
    },
    whatsApp: {
      coding: whatsAppAccount(values, 'coding'),
      cyber: whatsAppAccount(values, 'cyber'),
      data: whatsAppAccount(values, 'data'),
    },
    s3: s3 && { ...s3, endpoint: values.S3_ENDPOINT, region: values.S3_REGION, publicUrl: values.S3_PUBLIC_URL },
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM ?? 'no-reply@lectern.test',
    google: google && {
      ...google,
      calendarId: values.GOOGLE_CALENDAR_ID,
      subject: values.GOOGLE_SUBJECT,
      endpoint: googleEndpoint(values),
    },
  };
}

const googleEndpoint = (values: Values) => values.GOOGLE_ENDPOINT?.replace(/\/$/, '');

/** Reads the Firestore projects; they must differ, since documents have no tenant and brands would see each other's. */
function firebaseProjects(values: Values): Config['firebase'] {
  const ids = tenants.map((tenant) => values[firebaseName(tenant, 'PROJECT_ID')]);
  const second = ids.findIndex((id, at) => id !== undefined && ids.indexOf(id) < at);
  const [tenant, first] = [tenants[second], tenants[ids.indexOf(ids[second])]];
  if (tenant && first) {
    throw new ConfigError(
      `${firebaseName(tenant, 'PROJECT_ID')} must differ from ${firebaseName(first, 'PROJECT_ID')}: brands cannot share a project.`,
    );
  }
  return {
    coding: firebaseProject(values, 'coding'),
    cyber: firebaseProject(values, 'cyber'),
    data: firebaseProject(values, 'data'),
  };
}

function firebaseProject(values: Values, tenant: Tenant): FirebaseProject | undefined {
  const project = together(values, {
    projectId: firebaseName(tenant, 'PROJECT_ID'),
    apiKey: firebaseName(tenant, 'API_KEY'),
    clientEmail: firebaseName(tenant, 'CLIENT_EMAIL'),
    privateKey: firebaseName(tenant, 'PRIVATE_KEY'),
  });
  return project && { ...project, endpoint: googleEndpoint(values) };
}

function openIdProvider(values: Values, tenant: Tenant): OpenIdProvider | undefined {
  const provider = together(values, {
    issuer: openIdName(tenant, 'ISSUER'),
    clientId: openIdName(tenant, 'CLIENT_ID'),
    clientSecret: openIdName(tenant, 'CLIENT_SECRET'),
  });
  return provider && { ...provider, name: values[openIdName(tenant, 'NAME')] ?? 'your organization' };
}

function paymentAccounts(values: Values, tenant: Tenant): PaymentAccounts {
  const serverKey = values[paymentName(tenant, 'MIDTRANS_SERVER_KEY')];
  const isSandbox = values[paymentName(tenant, 'MIDTRANS_SANDBOX')];
  const xendit = together(values, {
    secretKey: paymentName(tenant, 'XENDIT_SECRET_KEY'),
    callbackToken: paymentName(tenant, 'XENDIT_CALLBACK_TOKEN'),
  });
  if (!serverKey && !xendit && values.PAYMENT_SIMULATOR)
    return simulatedAccounts(tenant, `http://127.0.0.1:${values.PAYMENT_SIMULATOR}`);
  return {
    midtrans: serverKey ? { serverKey, isSandbox } : undefined,
    xendit,
    endpoint: values.PAYMENT_ENDPOINT?.replace(/\/$/, ''),
    isSimulated: false,
  };
}

function whatsAppAccount(values: Values, tenant: Tenant): WhatsAppAccount | undefined {
  const account = together(values, {
    token: whatsAppName(tenant, 'TOKEN'),
    phoneId: whatsAppName(tenant, 'PHONE_ID'),
    businessId: whatsAppName(tenant, 'BUSINESS_ID'),
    appSecret: whatsAppName(tenant, 'APP_SECRET'),
    verifyToken: whatsAppName(tenant, 'VERIFY_TOKEN'),
  });
  if (account) return { ...account, endpoint: values.WHATSAPP_ENDPOINT?.replace(/\/$/, ''), isSimulated: false };
  const { WHATSAPP_SIMULATOR: port } = values;
  return port === undefined ? undefined : simulatedWhatsApp(tenant, `http://127.0.0.1:${port}`);
}

/** Values of variables that must be set together; undefined if none is set. @throws ConfigError if only some are. */
function together<Key extends string>(
  values: Record<string, unknown>,
  names: Record<Key, string>,
): Record<Key, string> | undefined {
  const entries = Object.entries<string>(names);
  const missing = entries.find(([, name]) => values[name] === undefined);
  if (!missing) return Object.fromEntries(entries.map(([key, name]) => [key, values[name]])) as Record<Key, string>;
  const present = entries.find(([, name]) => values[name] !== undefined);
  if (present) throw new ConfigError(`${missing[1]} is required when ${present[1]} is set.`);
  return undefined;
}
