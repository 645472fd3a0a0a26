/** Reads the claims of a JWT without verifying it; apart from the session, which needs a page. */

/** Claims of the token; empty if it is not a JWT. */
export function tokenClaims(token: string): Record<string, unknown> {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    return JSON.parse(atob(payload)) as Record<string, unknown>;
  } catch {
    return {};
  }
}
