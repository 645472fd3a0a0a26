/** Where the person was when the session ended: after signing in they are back there. Kept for this tab only. */
const key = 'return-to';

export function rememberPlace(href: string): void {
  sessionStorage.setItem(key, href);
}

/** Answers the remembered place once, else /home. Only paths of this site, so that a link cannot send anybody away. */
export function takePlace(): string {
  const href = sessionStorage.getItem(key) ?? '';
  sessionStorage.removeItem(key);
  return /^\/[^/\\]/.test(href) ? href : '/home';
}
