/**
 * The session as the browser stores it (spec §6, §9; domain.md, Sign-in): cookies `accessToken` and `role`,
 * `refreshToken` in local storage. Without the role cookie, no user is signed in.
 */
import { tenant } from './tenant.ts';
import { tokenClaims } from './token-claims.ts';

const accessCookie = 'accessToken';
const roleCookie = 'role';
const refreshKey = 'refreshToken';
/** Id of the session's user. Other tabs are notified by its storage event when the user changes. */
const userKey = 'user';
const roleLifetime = 30 * 24 * 3600;

export interface Tokens {
  access: string;
  refresh: string;
}

/**
 * `asked`: the person signed out. `expired`: the server no longer accepts the session. `elsewhere`: another tab signed
 * out. `replaced`: another tab signed in as a different user.
 */
export type EndReason = 'asked' | 'expired' | 'elsewhere' | 'replaced';

const endListeners = new Set<(reason: EndReason) => void>();
const beginListeners = new Set<() => void>();

export const refreshToken = (): string | undefined => localStorage.getItem(refreshKey) ?? undefined;

/** Role of the page's user; kept during re-sign-in. */
let pageRole: string | undefined;
export const setPageRole = (role: string | undefined): void => void (pageRole = role);
/** Role of the session, from its cookie; while the user signs in again, the former role. undefined: signed out. */
export const role = (): string | undefined => readCookie(roleCookie) ?? pageRole;

/** Ignores a token of another tenant, which the server would refuse. */
export function accessToken(): string | undefined {
  const token = readCookie(accessCookie);
  const { tenant: owner = tenant } = token ? tokenClaims(token) : {};
  return owner === tenant ? token : undefined;
}

/** Whether a user is signed in. The access token may have expired; the refresh token renews it. */
export function isSignedIn(): boolean {
  return readCookie(roleCookie) !== undefined && hasTokens();
}

/** Whether there is anything of a session; not after signing out, whatever calls come later. */
export const hasSession = (): boolean => readCookie(roleCookie) !== undefined || hasTokens();

/** Whether tokens exist without the role cookie, which counts as signed out (spec §6). */
export const lacksRole = (): boolean => readCookie(roleCookie) === undefined && hasTokens();

const hasTokens = () => (accessToken() ?? refreshToken()) !== undefined;

/** Id of the session's user, for data stored per user; kept after expiry, empty after signing out. */
export function subject(): string {
  return localStorage.getItem(userKey) ?? ownerOf(accessToken());
}

/** Stores the tokens of a session: access and role in cookies, the refresh token in the local storage. */
export function storeTokens({ access, refresh }: Tokens): void {
  const { exp, iat, role: named } = tokenClaims(access);
  const lifetime = typeof exp === 'number' && typeof iat === 'number' ? exp - iat : 900;
  writeCookie(accessCookie, access, lifetime);
  // Renewed with each token, so it lasts as long as the session and follows a change of role.
  if (typeof named === 'string') writeCookie(roleCookie, named, roleLifetime);
  localStorage.setItem(refreshKey, refresh);
  localStorage.setItem(userKey, ownerOf(access));
}

/** Stores a new session and calls the listeners of its beginning. */
export function beginSession(tokens: Tokens, roleName: string): void {
  writeCookie(roleCookie, roleName, roleLifetime);
  storeTokens(tokens);
  notifyBegin();
}

/** Subscribes to sign-ins in any tab, by the same or another user. Returns the unsubscribe function. */
export function onSessionBegin(listener: () => void): () => void {
  beginListeners.add(listener);
  return () => beginListeners.delete(listener);
}

/**
 * Clears the stored session; other tabs notice that the refresh token is gone. After expiry the user id is kept, so
 * that the same user can continue.
 */
export function endSession(reason: EndReason): void {
  writeCookie(accessCookie, '', 0);
  writeCookie(roleCookie, '', 0);
  if (reason !== 'expired') localStorage.removeItem(userKey);
  localStorage.removeItem(refreshKey);
  notifyEnd(reason);
}

/** Notifies listeners that another user signed in on this page. */
export const replaceSession = (): void => notifyEnd('replaced');

/** Subscribes to the end of the session in any tab. Returns the unsubscribe function. */
export function onSessionEnd(listener: (reason: EndReason) => void): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

/**
 * Value in memory that belongs to the session: created with its first use, and again when the session ends or another
 * user signs in. If the session expires and the same user signs in again, the value is kept.
 */
export function perSession<Value>(make: () => Value): () => Value {
  // Not created here: reading a cookie while a module is loaded can have the browser parse the whole file again.
  let created: { value: Value; owner: string } | undefined;
  const create = () => (created = { value: make(), owner: subject() });
  onSessionEnd((reason) => {
    if (created && reason !== 'expired') create();
  });
  onSessionBegin(() => {
    if (created && created.owner !== subject()) create();
  });
  return () => (created ?? create()).value;
}

window.addEventListener('storage', ({ key, oldValue, newValue }) => {
  if (key === null || (key === refreshKey && newValue === null)) notifyEnd(subject() ? 'expired' : 'elsewhere');
  else if (key === userKey && newValue !== null) notifyEnd('replaced');
  else if (key === refreshKey && oldValue === null) notifyBegin();
});

function notifyBegin(): void {
  for (const listener of beginListeners) listener();
}

function notifyEnd(reason: EndReason): void {
  for (const listener of endListeners) listener(reason);
}

const ownerOf = (token: string | undefined): string => (token ? String(tokenClaims(token)['sub'] ?? '') : '');

function readCookie(name: string): string | undefined {
  const cookie = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`));
  const value = cookie?.slice(name.length + 1);
  return value ? decodeURIComponent(value) : undefined;
}

function writeCookie(name: string, value: string, maxAge: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; SameSite=Strict; Max-Age=${maxAge}${secure}`;
}
