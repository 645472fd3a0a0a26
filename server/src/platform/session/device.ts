/** The browser that calls: its name for people, and the cookie by which one that has signed in before is known. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
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

const found = (list: [string, RegExp][], text: string) => list.find(([, sign]) => sign.test(text))?.[0];

/** "Chrome on Windows", as far as the user agent tells. */
export function deviceName(userAgent = ''): string {
  const browser = found(browsers, userAgent);
  const system = found(systems, userAgent);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'Another program';
}

const lifeSeconds = 180 * 24 * 3600;

/** A cookie a user: two people who share a browser do not forget each other's. Its name need not be secret. */
const cookieName = (userId: string) => `device-${userId.slice(-12)}`;

const signatureOf = (secret: string, userId: string, device: string, expires: string) =>
  createHmac('sha256', secret).update(`known device/${userId}/${device}/${expires}`).digest('base64url');

/** The device, when this browser has signed in as this user before; null: it is a stranger, or says it is none. */
export function knownDevice(request: FastifyRequest, userId: string, secret: string): string | null {
  const [device = '', expires = '', signature = ''] = readCookie(request, cookieName(userId)).split('.');
  const [given, right] = [Buffer.from(signature), Buffer.from(signatureOf(secret, userId, device, expires))];
  const isOurs = given.length === right.length && timingSafeEqual(given, right);
  return isOurs && Number(expires) * 1000 > Date.now() ? device : null;
}

/** After a sign-in: the browser is known from now on. It is sent to the calls that ask for a password alone. */
export function rememberDevice(request: FastifyRequest, reply: FastifyReply, userId: string, secret: string): void {
  const device = knownDevice(request, userId, secret) ?? randomBytes(12).toString('base64url');
  const expires = String(Math.floor(Date.now() / 1000) + lifeSeconds);
  const value = `${device}.${expires}.${signatureOf(secret, userId, device, expires)}`;
  const secure = request.protocol === 'https' ? '; Secure' : '';
  reply.header(
    'set-cookie',
    `${cookieName(userId)}=${value}; Path=/api/auth/; HttpOnly; SameSite=Strict; Max-Age=${lifeSeconds}${secure}`,
  );
}
