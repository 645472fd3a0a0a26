/** Detection of misspelled environment variables. */

/** Prefixes reserved for our variables; an unknown name with one is a misspelling. */
const ownPrefixes = ['S3_', 'FIREBASE_', 'OPENID_', 'GOOGLE_', 'BRAND_', 'PAYMENT_', 'JWT_SECRET_', 'TRAIL_'];

/** Names with those prefixes that belong to other tools. */
const foreign = new Set(['GOOGLE_API_KEY', 'GOOGLE_APPLICATION_CREDENTIALS', 'GOOGLE_CLOUD_PROJECT']);

/** Name, and all variants with one letter removed. */
const shortened = (name: string) => [name, ...Array.from(name, (_, at) => name.slice(0, at) + name.slice(at + 1))];

/**
 * Error for the first unknown name that is nearly one of `known` (one letter extra, missing, wrong or moved) or has a
 * reserved prefix; undefined: none.
 */
export function findMisspelling(names: readonly string[], known: readonly string[]): string | undefined {
  // Short names are too similar to those of other tools (HOSTS).
  const nearly = new Map(
    known.filter((name) => name.length > 5).flatMap((name) => shortened(name).map((left) => [left, name])),
  );
  for (const name of names.filter((one) => !known.includes(one) && !foreign.has(one))) {
    const meant = shortened(name)
      .map((left) => nearly.get(left))
      .find(Boolean);
    if (meant) return `${name} is not a variable that Lectern knows; it is nearly ${meant}.`;
    if (ownPrefixes.some((prefix) => name.startsWith(prefix))) return `${name} is not a variable that Lectern knows.`;
  }
  return undefined;
}
