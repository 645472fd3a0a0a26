/** Schemas of environment values. Messages continue a sentence that begins with the variable's name. */
import { accessSync, constants } from 'node:fs';
import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { tenants, type Tenant } from '#contract/kernel/endpoint.ts';
import { maxPageSize } from '#contract/kernel/page-size.ts';

export const word = z.string().regex(/^\S+$/, 'must not contain spaces');

export const brand = z.string().trim().max(60, 'must have at most 60 characters');

export const email = z.email('must be an e-mail address');

/** 0 lets the system choose. */
export const port = z
  .string()
  .refine((text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535, 'must be a whole number from 0 to 65535')
  .transform(Number);

/** `max`: one per core. */
export const processes = z
  .string()
  .transform((text) => (text === 'max' ? availableParallelism() : /^\d{1,3}$/.test(text) ? Number(text) : 0))
  .refine((count) => count >= 1 && count <= 64, 'must be max or a whole number from 1 to 64');

export const pageSize = z
  .string()
  .refine(
    (text) => /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= maxPageSize,
    `must be a whole number from 1 to ${maxPageSize}`,
  )
  .transform(Number);

/** `1`: true; `0`: false. */
export const flag = z.enum(['0', '1'], 'must be 0 or 1').transform((text) => text === '1');

/** Schema of a URL with one of these schemes, named without `://`. */
export function url(...schemes: string[]) {
  return z
    .string()
    .refine(
      (text) => URL.canParse(text) && schemes.includes(new URL(text).protocol.slice(0, -1)),
      `must be a URL that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
    );
}

/** Public server; default in the demo only, so that no real class is sent to a third party unasked. */
export const demoMeetingServer = 'https://meet.jit.si/';

/** https URL that room names are appended to, with a trailing slash; `none`: null. */
export const meetingServer = z
  .string()
  .refine(
    (text) => text === 'none' || /^https:\/\/[^\s?#]+$/.test(text),
    'must be none or a URL that begins with https://',
  )
  .transform((text) => (text === 'none' ? null : `${text.replace(/\/$/, '')}/`));

/** Absolute path of an executable. */
export const program = z.string().refine((path) => {
  try {
    accessSync(path, constants.X_OK);
    return isAbsolute(path);
  } catch {
    return false;
  }
}, 'must be the whole path of a program that can be run');

/** 32 random bytes in base64url. */
export const seed = z.string().regex(/^[\w-]{43}$/, 'must be 32 bytes in base64url (43 characters)');

export const trailDays = z
  .string()
  .refine((text) => /^\d{3,5}$/.test(text) && Number(text) >= 365, 'must be a whole number of days from 365 to 99999')
  .transform(Number);

/** Private key in PEM form; a backslash and an n may stand for each line break. */
export const pem = z
  .string()
  .transform((text) => text.replaceAll('\\n', '\n'))
  .refine((text) => /^-----BEGIN (RSA )?PRIVATE KEY-----\n/.test(text), 'must be a private key in PEM form');

const pairs = `must read host=tenant,host=tenant with the tenants ${tenants.join(', ')}`;

/** Name or address; requests are compared with it, and https:// and it are printed on certificates. */
const bareHost = /^(?:[\w.-]+|\[[\da-f:.]+\])$/i;

/** List `host=tenant,host=tenant`; hosts without port, case-insensitive. */
export const tenantHosts = z.string().transform((text, context): ReadonlyMap<string, Tenant> => {
  const hosts = new Map<string, Tenant>();
  for (const pair of text.split(',')) {
    const [host, name, ...rest] = pair.trim().split('=');
    const tenant = tenants.find((known) => known === name);
    if (!host || !tenant || rest.length > 0) {
      context.addIssue({ code: 'custom', message: pairs });
      return z.NEVER;
    }
    if (!bareHost.test(host)) {
      context.addIssue({ code: 'custom', message: 'must name hosts without scheme, port and path' });
      return z.NEVER;
    }
    hosts.set(host.toLowerCase(), tenant);
  }
  return hosts;
});

/** Whether the text is `address` or `address/bits`. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const longest = { 4: 32, 6: 128 }[isIP(address)];
  if (longest === undefined || rest.length > 0) return false;
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= longest);
}

/**
 * Proxies whose X-Forwarded-* headers are trusted: addresses, networks and `loopback`; false: none. Not a number of
 * proxies, since a client that bypasses them could then claim any address.
 */
export type TrustedProxies = string[] | false;

/** `none` or `0`, or a list separated by commas. */
export const proxies = z.string().transform((text, context): TrustedProxies => {
  if (text === '0' || text === 'none') return false;
  const names = text.split(',').map((name) => name.trim());
  if (names.every((name) => name === 'loopback' || isNetwork(name))) return names;
  context.addIssue({
    code: 'custom',
    message: 'must be none or a list of addresses, networks (10.0.0.0/8) and loopback',
  });
  return z.NEVER;
});

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof logLevels)[number];

export const milliseconds = (min: number) =>
  z
    .string()
    .refine(
      (text) => /^\d{1,6}$/.test(text) && Number(text) >= min,
      `must be a whole number of milliseconds from ${min} to 999999`,
    )
    .transform(Number);
