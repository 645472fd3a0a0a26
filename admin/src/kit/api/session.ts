/**
 * Who is signed in, as the browser keeps it (spec §6, §9; domain.md, Sign-in): cookies `accessToken` and `role`,
 * local storage `refreshToken`. Without the role cookie nobody is.
 */
import { tenant } from './tenant.ts';
import { tokenClaims } from './token-claims.ts';

const accessCookie = 'accessToken';
const roleCookie = 'role';
const refreshKey = 'refreshToken';
/** Whose session it is; says to the other tabs when it becomes somebody else's. */
const userKey = 'user';
const roleLife = 30 * 24 * 3600;

export interface Tokens {
  access: string;
  refresh: string;
}

/**
 * `asked`: the person signed out. `expired`: the server no longer knows the session. `elsewhere`: another tab signed
 * out.
 * `replaced`: another tab signed in, as somebody else than this tab knows.
 */
export type EndReason = 'asked' | 'expired' | 'elsewhere' | 'replaced';

const listeners = new Set<(reason: EndReason) => void>();
const beginners = new Set<() => void>();

export const refreshToken = (): string | undefined => localStorage.getItem(refreshKey) ?? undefined;

/** Of who works on the page that is open: what they may do stays in sight while they sign in again. */
let shownRole: string | undefined;
export const showRole = (role: string | undefined): void => void (shownRole = role);
export const role = (): string | undefined => readCookie(roleCookie) ?? shownRole;

/** A token of another brand is none here: the server would refuse it at every call. */
export function accessToken(): string | undefined {
  const token = readCookie(accessCookie);
  const { tenant: owner = tenant } = token ? tokenClaims(token) : {};
  return owner === tenant ? token : undefined;
}

/** The access token may have run out: the refresh token makes a new one. */
export function isSignedIn(): boolean {
  return readCookie(roleCookie) !== undefined && hasTokens();
}

/** Without its role a session is none (spec §6). */
export const lacksRole = (): boolean => readCookie(roleCookie) === undefined && hasTokens();

const hasTokens = () => (accessToken() ?? refreshToken()) !== undefined;

/** The user's id, for what is kept per person; empty when nobody is signed in. */
export function subject(): string {
  return localStorage.getItem(userKey) ?? ownerOf(accessToken());
}

export function storeTokens({ access, refresh }: Tokens): void {
  const { exp, iat, role: named } = tokenClaims(access);
  const life = typeof exp === 'number' && typeof iat === 'number' ? exp - iat : 900;
  writeCookie(accessCookie, access, life);
  // Lives as long as the session goes on, and follows a change of role.
  if (typeof named === 'string') writeCookie(roleCookie, named, roleLife);
  localStorage.setItem(refreshKey, refresh);
  localStorage.setItem(userKey, ownerOf(access));
}

export function beginSession(tokens: Tokens, roleName: string): void {
  writeCookie(roleCookie, roleName, roleLife);
  storeTokens(tokens);
  begin();
}

/** Calls back when somebody has signed in, here or in another tab: whoever was before, or another person. */
export function onSessionBegin(listener: () => void): () => void {
  beginners.add(listener);
  return () => beginners.delete(listener);
}

/**
 * Forgets the session here; the other tabs see the refresh token go and follow. Whose it was stays known where it ran
 * out: the same person may go on.
 */
export function endSession(reason: EndReason): void {
  writeCookie(accessCookie, '', 0);
  writeCookie(roleCookie, '', 0);
  if (reason !== 'expired') localStorage.removeItem(userKey);
  localStorage.removeItem(refreshKey);
  tell(reason);
}

/** Another person signed in over this page: nothing of it is theirs. */
export const replaceSession = (): void => tell('replaced');

/** Calls back when the session ends, in this tab or in another. Answers the way to stop listening. */
export function onSessionEnd(listener: (reason: EndReason) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * What is remembered in memory of whoever works here: made anew where their session is over, or another's begins. Who
 * signs in again after it ran out finds it as it was.
 */
export function perSession<Value>(make: () => Value): () => Value {
  let value = make();
  let owner = subject();
  const renew = () => {
    value = make();
    owner = subject();
  };
  onSessionEnd((reason) => {
    if (reason !== 'expired') renew();
  });
  onSessionBegin(() => {
    if (owner !== subject()) renew();
  });
  return () => value;
}

window.addEventListener('storage', ({ key, oldValue, newValue }) => {
  if (key === null || (key === refreshKey && newValue === null)) tell(subject() ? 'expired' : 'elsewhere');
  else if (key === userKey && newValue !== null) tell('replaced');
  else if (key === refreshKey && oldValue === null) begin();
});

function begin(): void {
  for (const listener of beginners) listener();
}

function tell(reason: EndReason): void {
  for (const listener of listeners) listener(reason);
}

const ownerOf = (token: string | undefined): string => (token ? String(tokenClaims(token)['sub'] ?? '') : '');

function readCookie(name: string): string | undefined {
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`));
  const value = found?.slice(name.length + 1);
  return value ? decodeURIComponent(value) : undefined;
}

function writeCookie(name: string, value: string, maxAge: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; SameSite=Strict; Max-Age=${maxAge}${secure}`;
}
