/** Finds names in the environment that are meant for us and are none of ours. */

/** Prefixes of which every name is ours: one that the schema does not know is a misspelling. */
const ownPrefixes = ['S3_', 'FIREBASE_', 'GOOGLE_', 'BRAND_'];

/** Names with those prefixes that other tools on a machine read. */
const foreign = new Set(['GOOGLE_API_KEY', 'GOOGLE_APPLICATION_CREDENTIALS', 'GOOGLE_CLOUD_PROJECT']);

/** The name, and what is left of it without one of its letters. */
const shortened = (name: string) => [name, ...Array.from(name, (_, at) => name.slice(0, at) + name.slice(at + 1))];

/**
 * What is wrong with the first name that is nearly one of `known` (a letter too many, too few, wrong or at another
 * place), or that only we could mean.
 */
export function misspelt(given: readonly string[], known: readonly string[]): string | undefined {
  // Short names are too like those of other tools (HOSTS).
  const nearly = new Map(
    known.filter((name) => name.length > 5).flatMap((name) => shortened(name).map((left) => [left, name])),
  );
  for (const name of given.filter((one) => !known.includes(one) && !foreign.has(one))) {
    const meant = shortened(name)
      .map((left) => nearly.get(left))
      .find(Boolean);
    if (meant) return `${name} is not a variable that Lectern knows; it is nearly ${meant}.`;
    if (ownPrefixes.some((prefix) => name.startsWith(prefix))) return `${name} is not a variable that Lectern knows.`;
  }
  return undefined;
}
