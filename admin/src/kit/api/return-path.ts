/** Path to return to after signing in again. Stored for this tab only. */
const key = 'return-to';

/** Stores the page to return to after the sign-in, in this tab. */
export function saveReturnPath(href: string): void {
  sessionStorage.setItem(key, href);
}

export function clearReturnPath(): void {
  sessionStorage.removeItem(key);
}

/** Returns the stored path once, else /home. Only paths of this site are accepted, to prevent an open redirect. */
export function takeReturnPath(): string {
  const href = sessionStorage.getItem(key) ?? '';
  clearReturnPath();
  return /^\/[^/\\]/.test(href) ? href : '/home';
}
