/**
 * Addresses without anybody's values: an id or a filter becomes a hole (`{0}`, `{status}`) that the address of another
 * page fills. Pure.
 */
const isId = (part: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(part);

/** The values in a page's address, by the names of their holes. */
function valuesOf({ pathname, searchParams }: URL): Map<string, string> {
  const ids = pathname.split('/').filter(isId);
  return new Map([
    ...ids.map((id, index) => [`{${index}}`, id] as const),
    ...[...searchParams].map(([name, value]) => [`{${name}}`, value] as const),
  ]);
}

/** A page, whatever its values are. */
export function hollowPage({ pathname, searchParams }: URL): string {
  const parts = pathname.replace(/\/$/, '').split('/');
  const path = parts.map((part) => (isId(part) ? '{}' : part)).join('/');
  return [path, ...[...searchParams.keys()].toSorted()].join('?');
}

/** What a page asks, with holes; undefined where that would keep what may be somebody's. */
export function hollow(address: string, page: URL): string | undefined {
  const values = valuesOf(page);
  const holeOf = (value: string, name?: string) =>
    name !== undefined && values.get(name) === value ? name : [...values].find(([, known]) => known === value)?.[0];
  const { pathname, searchParams } = new URL(address, page);
  const path = pathname.split('/').map((part) => (isId(part) ? holeOf(part) : part));
  const query = [...searchParams].map(([name, value]) => [name, holeOf(value, `{${name}}`) ?? value] as const);
  const isNobodys = (value: string) => /^(\{\w+\}|[\w/-]{0,24})$/.test(value);
  if (path.includes(undefined) || !query.every(([, value]) => isNobodys(value))) return undefined;
  return [path.join('/'), query.map((pair) => pair.join('=')).join('&')].filter(Boolean).join('?');
}

/** What a page of other values asks, written as every address of a call is. */
export function fill(address: string, page: URL): string {
  const values = valuesOf(page);
  const filled = address.replace(/\{\w+\}/g, (hole) => encodeURIComponent(values.get(hole) ?? ''));
  const [path = '', query] = filled.split('?');
  return query === undefined ? path : `${path}?${new URLSearchParams(query)}`;
}
