/** Path to return to after signing in again. Stored for this tab only. */
const key = 'return-to';

export function rememberPlace(href: string): void {
  sessionStorage.setItem(key, href);
}

export function dropPlace(): void {
  sessionStorage.removeItem(key);
}

/** Returns the stored path once, else /home. Only paths of this site are accepted, to prevent an open redirect. */
export function takePlace(): string {
  const href = sessionStorage.getItem(key) ?? '';
  dropPlace();
  return /^\/[^/\\]/.test(href) ? href : '/home';
}
