/** What a JWT says of whom it was given to, unproved. */

/** Nothing for what is no JWT. */
export function tokenClaims(token: string): Record<string, unknown> {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    return JSON.parse(atob(payload)) as Record<string, unknown>;
  } catch {
    return {};
  }
}
