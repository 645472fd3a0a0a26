/** Browsers: their display names, and the signed cookie that recognizes a browser that signed in before. */
import { createHmac, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#platform/config.ts';
import { isSame } from '#platform/is-same.ts';
import { readCookie } from './cookie.ts';

const browsers: [name: string, sign: RegExp][] = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
];
const systems: [name: string, sign: RegExp][] = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Mac', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
];

const nameIn = (list: [string, RegExp][], text: string) => list.find(([, sign]) => sign.test(text))?.[0];

/** Name such as "Chrome on Windows", from the user agent. */
export function deviceName(userAgent = ''): string {
  const browser = nameIn(browsers, userAgent);
  const system = nameIn(systems, userAgent);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'Another program';
}

const lifeSeconds = 180 * 24 * 3600;

/** Cookie name per user, so that users who share a browser keep their own; need not be secret. */
const cookieName = (userId: string) => `device-${userId.slice(-12)}`;

const signatureOf = (secret: string, userId: string, device: string, expires: string) =>
  createHmac('sha256', secret).update(`known device/${userId}/${device}/${expires}`).digest('base64url');

type Secrets = Pick<Config, 'jwtSecret' | 'acceptedSecrets'>;

/** Device id if this browser signed in as this user before; null if not, or if the cookie is invalid. */
export function knownDevice(request: FastifyRequest, userId: string, { acceptedSecrets }: Secrets): string | null {
  const [device = '', expires = '', signature = ''] = readCookie(request, cookieName(userId)).split('.');
  const isOurs = acceptedSecrets.some((secret) => isSame(signature, signatureOf(secret, userId, device, expires)));
  return isOurs && Number(expires) * 1000 > Date.now() ? device : null;
}

/** Sets the cookie after a sign-in; it is only sent to calls under /api/auth/. */
export function rememberDevice(request: FastifyRequest, reply: FastifyReply, userId: string, secrets: Secrets): void {
  const device = knownDevice(request, userId, secrets) ?? randomBytes(12).toString('base64url');
  const expires = String(Math.floor(Date.now() / 1000) + lifeSeconds);
  const value = `${device}.${expires}.${signatureOf(secrets.jwtSecret, userId, device, expires)}`;
  const secure = request.protocol === 'https' ? '; Secure' : '';
  reply.header(
    'set-cookie',
    `${cookieName(userId)}=${value}; Path=/api/auth/; HttpOnly; SameSite=Strict; Max-Age=${lifeSeconds}${secure}`,
  );
}
