/** Where the person was when the session ended: signing in leads back there. Kept for this tab only. */
const key = 'return-to';

export function rememberPlace(href: string): void {
  sessionStorage.setItem(key, href);
}

export function dropPlace(): void {
  sessionStorage.removeItem(key);
}

/** Answers the remembered place once, else /home. Only paths of this site, so that a link cannot send anybody away. */
export function takePlace(): string {
  const href = sessionStorage.getItem(key) ?? '';
  dropPlace();
  return /^\/[^/\\]/.test(href) ? href : '/home';
}
