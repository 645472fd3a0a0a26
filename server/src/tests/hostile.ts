/** Invalid addresses, bodies, types and headers that belong to no field, as raw text. */

/** Replacements of a path segment. */
export const brokenPath: readonly string[] = [
  '%',
  '%zz',
  '%FF%FE',
  '%ED%A0%80',
  '%E2%80%AE',
  '..%2f..%2fetc',
  '%2e%2e%2f',
  '%5B%5D',
  'x'.repeat(5_000),
];

/** Replacements of a query value. */
const brokenWords: readonly string[] = ['%', '%zz', '%FF%FE', '%ED%A0%80', '%25_%5C', '%5B%5D', 'x'.repeat(5_000)];

/** Query with keys that no endpoint reads. */
const strayQuery = `?&&&${'='.repeat(100)}&${'a=1&'.repeat(2_000)}__proto__=1&__proto__[a]=1&constructor=%zz&%zz=1&[]=1`;

/** Whole queries, for an endpoint that reads these keys. */
export const brokenQueries = (keys: readonly string[]): string[] => [
  strayQuery,
  ...keys.flatMap((key) => [...brokenWords.map((word) => `${key}=${word}`), key, `${key}[]=1`, `${key}[a]=1`]),
];

/** Whole bodies that are not JSON. */
export const brokenBodies: readonly (string | Buffer)[] = [
  ' ',
  '{',
  '}',
  '{]',
  '[',
  'undefined',
  'NaN',
  '{"a":1}}',
  '{"a":1,}',
  "{'a':1}",
  '\u0000',
  '\ufeff{}',
  '//',
  'a=b',
  '<a/>',
  String.raw`{"\u005f_proto__":{"role":"superadmin"}}`,
  Buffer.from([0xff, 0xfe, 0x00]),
  Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]),
  Buffer.from('{}', 'utf16le'),
  '['.repeat(100_000),
  '{"a":'.repeat(100_000),
];

/** Content types of bodies that are not JSON. */
export const foreignTypes: readonly string[] = [
  'text/plain',
  'text/html',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/xml',
  'application/octet-stream',
  'application/jsonp',
  'json',
  '*/*',
  ';',
  'application/json, text/plain',
];

/** Headers that the server reads. */
export const hostileHeaders: readonly Record<string, string>[] = [
  { 'if-match': 'v1' },
  { 'if-match': '""' },
  { 'if-match': '"v99999999999"' },
  { 'if-match': '"v-1"' },
  { 'if-match': "'; --" },
  { 'if-match': 'x'.repeat(5_000) },
  { 'idempotency-key': '' },
  { 'idempotency-key': ' ' },
  { 'idempotency-key': 'x'.repeat(5_000) },
  { 'idempotency-key': 'é' },
  { 'x-tenant': 'CODING' },
  { 'x-tenant': 'coding,cyber' },
  { 'x-tenant': '__proto__' },
  { 'x-request-id': 'chosen\tby the caller' },
  { authorization: 'Bearer' },
  { authorization: `Bearer ${'x'.repeat(5_000)}` },
  { host: '' },
  { host: '[::1' },
  { host: 'a b' },
  { accept: 'text/html' },
  { 'accept-encoding': 'br;q=2, gzip;q=x' },
  { 'content-encoding': 'gzip' },
  { 'transfer-encoding': 'x' },
  { 'x-http-method-override': 'DELETE' },
  { origin: 'https://elsewhere.test' },
];
