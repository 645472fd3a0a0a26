/**
 * URL templates without personal values: ids and filter values are placeholders (`{0}`, `{status}`), filled from the
 * URL of another page. Pure functions.
 */
const isId = (part: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(part);

/** Values in a page's URL by placeholder. */
function valuesOf({ pathname, searchParams }: URL): Map<string, string> {
  const ids = pathname.split('/').filter(isId);
  return new Map([
    ...ids.map((id, index) => [`{${index}}`, id] as const),
    ...[...searchParams].map(([name, value]) => [`{${name}}`, value] as const),
  ]);
}

/** Template of a page URL, without ids and filter values. */
export function pageTemplate({ pathname, searchParams }: URL): string {
  const parts = pathname.replace(/\/$/, '').split('/');
  const path = parts.map((part) => (isId(part) ? '{}' : part)).join('/');
  return [path, ...[...searchParams.keys()].toSorted()].join('?');
}

/** Template of a request URL; undefined if it would contain a value that may be personal. */
export function toUrlTemplate(address: string, page: URL): string | undefined {
  const values = valuesOf(page);
  const placeholderOf = (value: string, name?: string) =>
    name !== undefined && values.get(name) === value ? name : [...values].find(([, other]) => other === value)?.[0];
  const { pathname, searchParams } = new URL(address, page);
  const path = pathname.split('/').map((part) => (isId(part) ? placeholderOf(part) : part));
  const query = [...searchParams].map(([name, value]) => [name, placeholderOf(value, `{${name}}`) ?? value] as const);
  const isImpersonal = (value: string) => /^(\{\w+\}|[\w/-]{0,24})$/.test(value);
  if (path.includes(undefined) || !query.every(([, value]) => isImpersonal(value))) return undefined;
  return [path.join('/'), query.map((pair) => pair.join('=')).join('&')].filter(Boolean).join('?');
}

/** Fills a template from a page's URL, encoded in the same way as the URL of a call. */
export function fillUrlTemplate(address: string, page: URL): string {
  const values = valuesOf(page);
  const filled = address.replace(/\{\w+\}/g, (placeholder) => encodeURIComponent(values.get(placeholder) ?? ''));
  const [path = '', query] = filled.split('?');
  return query === undefined ? path : `${path}?${new URLSearchParams(query)}`;
}
