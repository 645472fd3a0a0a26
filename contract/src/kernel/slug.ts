/** Slugs: the part of a URL that names a record in words. Pure; the server makes them unique. */
const longest = 80;

/** Slug of a name: lower-case letters and digits joined by dashes, at most 80 characters, never empty. */
export function slugOf(name: string): string {
  const words =
    name
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/#/g, ' sharp ')
      .replace(/\+\+/g, ' plus plus ')
      .match(/[a-z0-9]+/g) ?? [];
  let slug = words.shift()?.slice(0, longest) ?? 'untitled';
  for (const word of words) {
    if (slug.length + 1 + word.length > longest) break;
    slug += `-${word}`;
  }
  return slug;
}

/** `slug`, or the first of `slug-2`, `slug-3`, … that is not taken. */
export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  let free = slug;
  for (let n = 2; taken.has(free); n++) free = `${slug}-${n}`;
  return free;
}
