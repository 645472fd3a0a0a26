/** What people, browsers, scripts and attackers send by mistake or on purpose, as raw text. */

const megabyte = 1_000_000;

/** In place of any value of a body; JSON, so that even what JSON.stringify would not write can be sent. */
export const hostileJson: readonly string[] = [
  'null', 'true', '-1', '0', '1.5', '1e400', '9007199254740993', '99999999999999999999999', '""', '"   "',
  String.raw`"\u0000"`, String.raw`"Budi\u0000Santoso"`, String.raw`"\ud800"`, String.raw`"Budi \udc00"`, String.raw`"\u202egnp.exe"`, String.raw`"\ufeff\u200b"`,
  '"😀😀😀"', '"مرحبا بالعالم"', '"ẞßİı"', '"\'; drop table account; --"', String.raw`"%_\\"`, '"<script>alert(1)</script>"', '"javascript:alert(1)"', '"../../etc/passwd"',
  '"0"', '"NaN"', '"9999-12-31T23:59:59.999Z"', '"0000-01-01T00:00:00Z"', '"+275760-09-13T00:00:00Z"', '"2026-02-30"', '"0000-00-00"', '"9999-12-31"', '"2026-01-01T00:00:00+23:59"',
  '"00000000-0000-0000-0000-000000000000"', '"ffffffff-ffff-ffff-ffff-ffffffffffff"', '"not-an-id"',
  '[]', '[[]]', '[null]', '{}', '{"$gt":""}', '{"toString":1}', '{"length":-1}', `[${'"a",'.repeat(600)}"a"]`, `"${'x'.repeat(10_000)}"`, `"${'x'.repeat(megabyte)}"`,
  `${'['.repeat(2_000)}${']'.repeat(2_000)}`, `${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`,
];

/** In place of a value in the query. */
export const hostileQuery: readonly string[] = [
  '', '0', '-1', '1.5', '1e9', '999999999999999999999', 'NaN', 'Infinity', '0x10', 'null', 'true', 'undefined', '%00', 'a%00b', '%ED%A0%80', '%FF%FE', '%E2%80%AE', '%', '%zz', '%25_%5C',
  '2026-02-30', '9999-12-31', '0000-00-00', '%27%3B%20drop%20table%20account%3B--', '%5B%5D', '00000000-0000-0000-0000-000000000000', 'x'.repeat(5_000), '%F0%9F%98%80',
];

/** In place of a piece of the path. */
export const hostilePath: readonly string[] = [
  'not-an-id', '0', '-1', 'null', 'undefined', '%00', '%ED%A0%80', '%E2%80%AE', '%', '%zz', '..%2f..%2fetc', '%5B%5D', '__proto__', 'constructor', '*', '%27--',
  '00000000-0000-0000-0000-000000000000', 'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF', '%7B01890000-0000-7000-8000-000000000001%7D', 'x'.repeat(199), 'x'.repeat(5_000),
];

/** Whole bodies that are no JSON object of any contract. */
export const brokenBodies: readonly (string | Buffer)[] = [
  '', ' ', '{', '}', '{]', '[', 'null', 'true', '0', '"text"', '[]', '[{}]', '{}', 'undefined', 'NaN', '{"a":1}}', '{"a":1,}', "{'a':1}", '\u0000', '\ufeff{}', '//', 'a=b', '<a/>',
  '{"__proto__":{"role":"superadmin"}}', '{"constructor":{"prototype":{"role":"superadmin"}}}', String.raw`{"\u005f_proto__":{"role":"superadmin"}}`,
  Buffer.from([0xff, 0xfe, 0x00]), Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]), Buffer.from('{}', 'utf16le'), '['.repeat(100_000), '{"a":'.repeat(100_000),
];

/** Types of a body that is not JSON. */
export const foreignTypes: readonly string[] = [
  'text/plain', 'text/html', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/xml', 'application/octet-stream', 'application/jsonp', 'json', '*/*', ';', 'application/json, text/plain',
];

/** Headers that the server reads. */
export const hostileHeaders: readonly Record<string, string>[] = [
  { 'if-match': 'v1' }, { 'if-match': '""' }, { 'if-match': '"v99999999999"' }, { 'if-match': '"v-1"' }, { 'if-match': "'; --" }, { 'if-match': 'x'.repeat(5_000) },
  { 'idempotency-key': '' }, { 'idempotency-key': ' ' }, { 'idempotency-key': 'x'.repeat(5_000) }, { 'idempotency-key': 'é' },
  { 'x-tenant': 'CODING' }, { 'x-tenant': 'coding,cyber' }, { 'x-tenant': '__proto__' }, { 'x-request-id': 'chosen\tby the caller' },
  { 'authorization': 'Bearer' }, { 'authorization': `Bearer ${'x'.repeat(5_000)}` }, { 'host': '' }, { 'host': '[::1' }, { 'host': 'a b' }, { 'accept': 'text/html' }, { 'accept-encoding': 'br;q=2, gzip;q=x' },
  { 'content-encoding': 'gzip' }, { 'transfer-encoding': 'x' }, { 'x-http-method-override': 'DELETE' }, { 'origin': 'https://elsewhere.test' },
];
