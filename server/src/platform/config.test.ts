/** Tests the configuration derived from the environment, and the errors. */
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const key = '-----BEGIN PRIVATE KEY-----\\nabc\\n-----END PRIVATE KEY-----\\n';
const secret = 'V3rs-ch1eden.Zeichen_und+genug:davon';
let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'lectern-config-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const read = (env: Record<string, string>) => readConfig({ DATA_DIR: dataDir, ...env });
const refusal = (env: Record<string, string>) => {
  try {
    read(env);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as ConfigError).message;
  }
  throw new Error('was accepted');
};

test('returns the documented defaults for an empty environment', () => {
  expect(read({})).toMatchObject({
    port: 4000,
    host: '127.0.0.1',
    dataDir,
    databaseUrl: undefined,
    databasePatienceMs: 2_000,
    production: false,
    demo: true,
    publicMetrics: false,
    brands: { coding: 'Coding Studio', cyber: 'Cyber Studio', data: 'Data Studio' },
    firebase: { coding: undefined, cyber: undefined, data: undefined },
    s3: undefined,
    smtpUrl: undefined,
    processes: 1,
    pageSizes: { PAGE_SIZE: 5, ASSIGN_PAGE_SIZE: 5 },
    worker: true,
    google: undefined,
    meetingServer: 'https://meet.jit.si/',
  });
});

test.each([
  ['DATBASE_URL', 'DATABASE_URL'],
  ['JWT_SECERT', 'JWT_SECRET'],
  ['JWT_SECRET_PREVIUOS', 'JWT_SECRET_PREVIOUS'],
  ['DATADIR', 'DATA_DIR'],
  ['S3_BUCKETS', 'S3_BUCKET'],
  ['PAGE_SICE', 'PAGE_SIZE'],
])('throws for %s, which is nearly %s', (name, meant) => {
  expect(refusal({ [name]: 'x' })).toBe(`${name} is not a variable that Lectern knows; it is nearly ${meant}.`);
});

test.each(['HOSTS', 'HOSTNAME', 'HTTP_URL', 'DATABASE_URL_TEST', 'NODE_OPTIONS', 'npm_config_page_size'])(
  'ignores %s of another program',
  (name) => {
    expect(() => read({ [name]: 'x' })).not.toThrow();
  },
);

test('accepts page sizes from 1 to 100', () => {
  expect(read({ PAGE_SIZE: '20', ASSIGN_PAGE_SIZE: '100' }).pageSizes).toEqual({
    PAGE_SIZE: 20,
    ASSIGN_PAGE_SIZE: 100,
  });
  for (const wrong of ['0', '101', '-5', '5.5', 'ten'])
    expect(refusal({ ASSIGN_PAGE_SIZE: wrong })).toBe('ASSIGN_PAGE_SIZE must be a whole number from 1 to 100.');
});

test('treats an empty variable as not set', () => {
  expect(read({ PORT: '', S3_BUCKET: ' ' })).toMatchObject({ port: 4000, s3: undefined });
});

test('creates a secret once, readable only by its owner', () => {
  const first = read({}).jwtSecret;
  expect(first.length).toBeGreaterThanOrEqual(32);
  expect(read({}).jwtSecret).toBe(first);
  expect(readFileSync(join(dataDir, 'jwt-secret'), 'utf8')).toBe(first);
  expect(statSync(join(dataDir, 'jwt-secret')).mode & 0o777).toBe(0o600);
});

test('maps hosts to tenants, ignoring case', () => {
  const { tenantHosts } = read({ TENANT_HOSTS: 'Learn.Example.com=cyber, x.test=data' });
  expect(tenantHosts).toEqual(
    new Map([
      ['learn.example.com', 'cyber'],
      ['x.test', 'data'],
    ]),
  );
});

test('requires all four values of a Firebase project', () => {
  const whole = {
    FIREBASE_CYBER_PROJECT_ID: 'p',
    FIREBASE_CYBER_API_KEY: 'k',
    FIREBASE_CYBER_CLIENT_EMAIL: 'a@b.co',
    FIREBASE_CYBER_PRIVATE_KEY: key,
  };
  expect(read(whole).firebase).toEqual({
    coding: undefined,
    data: undefined,
    cyber: {
      projectId: 'p',
      apiKey: 'k',
      clientEmail: 'a@b.co',
      privateKey: key.replaceAll('\\n', '\n'),
      endpoint: undefined,
    },
  });
  const { FIREBASE_CYBER_PRIVATE_KEY: _, ...part } = whole;
  expect(refusal(part)).toBe('FIREBASE_CYBER_PRIVATE_KEY is required when FIREBASE_CYBER_PROJECT_ID is set.');
});

test('throws if two brands share a Firebase project', () => {
  const project = (tenant: string, id: string) =>
    Object.fromEntries(
      Object.entries({ PROJECT_ID: id, API_KEY: 'k', CLIENT_EMAIL: 'a@b.co', PRIVATE_KEY: key }).map(([part, text]) => [
        `FIREBASE_${tenant}_${part}`,
        text,
      ]),
    );
  expect(refusal({ ...project('CODING', 'one'), ...project('CYBER', 'two'), ...project('DATA', 'one') })).toBe(
    'FIREBASE_DATA_PROJECT_ID must differ from FIREBASE_CODING_PROJECT_ID: brands cannot share a project.',
  );
  expect(() => read({ ...project('CODING', 'one'), ...project('CYBER', 'two') })).not.toThrow();
});

test.each([
  [undefined, ['loopback']],
  ['none', false],
  ['0', false],
  ['loopback, 10.0.0.0/8,2001:db8::/32,192.0.2.1', ['loopback', '10.0.0.0/8', '2001:db8::/32', '192.0.2.1']],
])('reads TRUST_PROXY %s as %j', (text, trusted) => {
  expect(read(text === undefined ? {} : { TRUST_PROXY: text }).trustProxy).toEqual(trusted);
});

test.each(['yes', '1', '10.0.0.0/0', '10.0.0.0/33', '10.0.0.0/8/8', 'loopback,', '-1', '300.0.0.1'])(
  'refuses TRUST_PROXY %s',
  (text) => {
    expect(refusal({ TRUST_PROXY: text })).toBe(
      'TRUST_PROXY must be none or a list of addresses, networks (10.0.0.0/8) and loopback.',
    );
  },
);

test('logs requests in production, and elsewhere if configured', () => {
  const production = { NODE_ENV: 'production', JWT_SECRET: secret, DATABASE_URL: 'postgres://db/x' };
  expect(
    [read({}), read(production), read({ ...production, LOG_LEVEL: 'error' })].map(({ logLevel }) => logLevel),
  ).toEqual(['warn', 'info', 'error']);
});

test('requires bucket and keys for S3', () => {
  expect(read({ S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'i', S3_SECRET_ACCESS_KEY: 's' }).s3).toEqual({
    endpoint: undefined,
    region: 'us-east-1',
    publicUrl: undefined,
    bucket: 'b',
    accessKeyId: 'i',
    secretAccessKey: 's',
  });
  expect(refusal({ S3_BUCKET: 'b' })).toBe('S3_ACCESS_KEY_ID is required when S3_BUCKET is set.');
});

test.each([
  [{ PORT: '80a' }, 'PORT must be a whole number from 0 to 65535.'],
  [{ PORT: '65536' }, 'PORT must be a whole number from 0 to 65535.'],
  [{ NODE_ENV: 'prod' }, 'NODE_ENV must be development, test or production.'],
  [{ NODE_ENV: 'Production' }, 'NODE_ENV must be development, test or production.'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be fatal, error, warn, info or debug.'],
  [{ HOST: 'a b' }, 'HOST must not contain spaces.'],
  [{ DEMO: 'yes' }, 'DEMO must be 0 or 1.'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must be a URL that begins with postgres:// or postgresql://.'],
  [{ SMTP_URL: 'mail.example.com' }, 'SMTP_URL must be a URL that begins with smtp:// or smtps://.'],
  [{ SMTP_URL: 'smtp://mail.example.com' }, 'MAIL_FROM is required when SMTP_URL is set.'],
  [{ PROCESSES: '0' }, 'PROCESSES must be max or a whole number from 1 to 64.'],
  [{ PROCESSES: 'all' }, 'PROCESSES must be max or a whole number from 1 to 64.'],
  [{ WORKER: 'no' }, 'WORKER must be 0 or 1.'],
  [{ TENANT_HOSTS: 'a=b' }, 'TENANT_HOSTS must read host=tenant,host=tenant with the tenants coding, cyber, data.'],
  [{ TENANT_HOSTS: 'https://x.test=data' }, 'TENANT_HOSTS must name hosts without scheme, port and path.'],
  [{ TENANT_HOSTS: 'x.test:8443=data' }, 'TENANT_HOSTS must name hosts without scheme, port and path.'],
  [{ TENANT_HOSTS: 'x.test/admin=data' }, 'TENANT_HOSTS must name hosts without scheme, port and path.'],
  [{ JWT_SECRET: 'short' }, 'JWT_SECRET must have at least 32 characters.'],
  [{ JWT_SECRET: secret, JWT_SECRET_PREVIOUS: 'short' }, 'JWT_SECRET_PREVIOUS must have at least 32 characters.'],
  [{ JWT_SECRET_PREVIOUS: secret }, 'JWT_SECRET is required when JWT_SECRET_PREVIOUS is set.'],
  [{ JWT_SECRET: secret, JWT_SECRET_PREVIOUS: secret }, 'JWT_SECRET_PREVIOUS must differ from JWT_SECRET.'],
  [{ DRAIN_MS: '-1' }, 'DRAIN_MS must be a whole number of milliseconds from 0 to 999999.'],
  [{ JWT_SECRET_OLD: secret }, 'JWT_SECRET_OLD is not a variable that Lectern knows.'],
  [
    { GOOGLE_CLIENT_EMAIL: 'a@b.co', GOOGLE_PRIVATE_KEY: 'abc' },
    'GOOGLE_PRIVATE_KEY must be a private key in PEM form.',
  ],
  [{ MEETING_SERVER: 'http://meet.example.com' }, 'MEETING_SERVER must be none or a URL that begins with https://.'],
  [{ FFMPEG: 'ffmpeg' }, 'FFMPEG must be the whole path of a program that can be run.'],
  [{ FFMPEG: '/no/such/ffmpeg' }, 'FFMPEG must be the whole path of a program that can be run.'],
  [{ S3_BUKET: 'b' }, 'S3_BUKET is not a variable that Lectern knows; it is nearly S3_BUCKET.'],
  [{ FIREBASE_ACADEMY_API_KEY: 'k' }, 'FIREBASE_ACADEMY_API_KEY is not a variable that Lectern knows.'],
])('throws one sentence for %j', (env, message) => {
  expect(refusal(env as Record<string, string>)).toBe(message);
});

test('uses the public meeting server in the demo only', () => {
  const production = { NODE_ENV: 'production', JWT_SECRET: secret, DATABASE_URL: 'postgres://db/lectern' };
  expect(read({ DEMO: '1' }).meetingServer).toBe('https://meet.jit.si/');
  expect(read({ DEMO: '0' }).meetingServer).toBeNull();
  expect(read(production).meetingServer).toBeNull();
  expect(read({ ...production, MEETING_SERVER: 'https://meet.jit.si' }).meetingServer).toBe('https://meet.jit.si/');
});

test('accepts a URL or none as meeting server', () => {
  expect(read({ MEETING_SERVER: 'https://meet.studio.test/rooms' }).meetingServer).toBe(
    'https://meet.studio.test/rooms/',
  );
  expect(read({ MEETING_SERVER: 'none' }).meetingServer).toBeNull();
});

test('ignores variables of other tools', () => {
  expect(() => read({ GOOGLE_APPLICATION_CREDENTIALS: '/x', PATH: '/bin' })).not.toThrow();
});

test('requires a secret and a database in production, and refuses the demo', () => {
  const production = { NODE_ENV: 'production', JWT_SECRET: secret, DATABASE_URL: 'postgres://db/x' };
  expect(read(production)).toMatchObject({ production: true, demo: false, jwtSecret: secret });
  expect(refusal({ ...production, JWT_SECRET: '' })).toBe('JWT_SECRET is required when NODE_ENV is production.');
  expect(refusal({ ...production, JWT_SECRET: 'x'.repeat(40) })).toBe(
    `JWT_SECRET repeats itself; make one with: node -p "crypto.randomBytes(32).toString('base64url')".`,
  );
  expect(refusal({ ...production, DATABASE_URL: '' })).toBe('DATABASE_URL is required when NODE_ENV is production.');
  expect(refusal({ ...production, DEMO: '1' })).toBe(
    'DEMO must not be 1 when NODE_ENV is production: its users are public.',
  );
});
