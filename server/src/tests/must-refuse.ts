/**
 * Values that each kind of field must refuse, written by hand from the specification and the domain, independently of
 * the schemas. Fields declare their own limits, which may not exceed those here.
 */
import type { ContractField, Kind } from './contract-fields.ts';

/** Instead of a value: the key is omitted. */
export const missing = Symbol('missing');

/** JSON that JavaScript cannot produce from a value. TypeScript's library has no `JSON.rawJSON` yet. */
const raw = (text: string) => (JSON as unknown as { rawJSON(json: string): unknown }).rawJSON(text);

/** Highest allowed limit by kind; every field must declare a limit. */
export const highest: Partial<Record<Kind, number>> = {
  text: 50_000,
  captions: 200_000,
  name: 300,
  email: 254,
  link: 2000,
  imageLink: 2000,
  password: 200,
  folder: 100,
  // 5 GB, for a video; money is far below.
  number: 5_368_709_120,
  list: 1000,
};

const noText: readonly unknown[] = [5, 0, true, {}, { toString: 'a' }, { length: 3 }, [], ['text'], [['text']]];
/** NUL, which PostgreSQL cannot store, and unpaired surrogates. */
const unstorable = ['\0', 'Budi\0Santoso', '\ud800', 'Budi \udc00', '\udc00\ud800'];
const tooLong = ({ max = 50_000 }: ContractField) => [
  'x'.repeat(max + 1),
  'x'.repeat(max + 1000),
  // One character that becomes two in the normalized form that is stored.
  '\u0958'.repeat(max),
];

/** Invisible and direction-changing characters, for names. */
const unseen = [
  'Budi \u202Egnp.exe',
  '\u2066Budi\u2069 Santoso',
  'Bu\u200Bdi Santoso',
  'Bu\uFEFFdi Santoso',
  'Bu\u00ADdi Santoso',
  'Bu\u200Ddi Santoso',
  'Budi\tSantoso',
  'Budi\r\nSantoso',
  'Budi\u0007Santoso',
  'Budi\u2028Santoso',
  'Budi\u{E0041}',
  'Budi \uF8FF',
  '\u3164\u3164\u3164',
];
const onlySpaces = ['   ', '\t\n', '\u00A0\u3000\u2003'];

const noCaptions = [
  '',
  'WEBVTT',
  'Halo',
  '00:00:01,000 --> 00:00:02,000',
  '00:00:02,000 --> 00:00:01,000\nHalo',
  '<b>00:01 --> 00:02</b>\nHalo',
];

const noEmail = [
  '',
  'budi',
  'budi@',
  '@example.com',
  'budi@example',
  'budi@@example.com',
  'budi santoso@example.com',
  'budi@exa mple.com',
  'budi@example.com,sari@example.com',
  'budi@example.com\r\nBcc: sari@example.com',
  'Budi <budi@example.com>',
  'mailto:budi@example.com',
  'budi@example.com\u202E',
  'bu\u200Bdi@example.com',
  "budi@example.com'; drop table audit; --",
];

/** Links that run scripts, hide their destination, or cannot be opened. */
const noLink = [
  '',
  ' ',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'blob:https://example.com/1',
  'file:///etc/passwd',
  'ftp://example.com/a',
  'mailto:budi@example.com',
  '//example.com/a.png',
  '/\\example.com/a.png',
  '/\t/example.com/a.png',
  '\\\\example.com\\a.png',
  'https:/example.com',
  'https:\\\\example.com',
  'https:example.com',
  'https://',
  'https:///a.png',
  'https://?a',
  'https://[::1',
  'https://example.com:99999/',
  'https://bank.example@example.com/',
  'https://budi:secret@example.com/a.png',
  'https://example.com\\@example.org/a.png',
  'https://example.com/a b',
  'https://example.com/\u202Egnp.exe',
  'https://exa\u200Bmple.com/',
  'a.png',
  '../../etc/passwd',
  'example.com',
];

const noNumber = [
  '12',
  '',
  'NaN',
  'Rp150.000',
  1.5,
  0.000_1,
  1e21,
  raw('1e400'),
  raw('-1e400'),
  raw('9007199254740993'),
  Number.MAX_SAFE_INTEGER + 1,
  -Number.MAX_SAFE_INTEGER,
  true,
  [],
  [12],
  {},
  { valueOf: 12 },
];
/** Non-numeric words; values of URLs and forms are strings. */
const noNumberInWords = ['', ' ', 'a', 'NaN', 'Infinity', '-Infinity', '1.5', '1,5', '12abc', '1_000', '1e400', '１２'];

const noDay = [
  5,
  1_767_225_600_000,
  true,
  {},
  [],
  ['2026-01-02'],
  '2026',
  '2026-01',
  '2026-1-2',
  '20260102',
  '02/01/2026',
  '2026-02-30',
  '2025-02-29',
  '2026-13-01',
  '2026-00-10',
  '2026-01-00',
  '0000-00-00',
  '0000-01-01',
  '0001-01-01',
  '1899-12-31',
  '9999-12-31',
  '10000-01-01',
  '+275760-09-13',
  '-2026-01-02',
  '2026-01-02T00:00:00Z',
  '2026-01-02 BC',
  ' 2026-01-02',
  '2026-01-02\0',
  '２０２６-01-02',
  'today',
  'infinity',
  '-infinity',
  'epoch',
];

const noMoment = [
  5,
  1_767_225_600_000,
  true,
  {},
  [],
  ['2026-01-02T03:04:05Z'],
  '2026-01-02',
  '2026',
  '2026-01-02 03:04:05Z',
  '2026-01-02T03:04:05',
  '2026-02-30T03:04:05Z',
  '2025-02-29T03:04:05Z',
  '2026-01-02T25:00:00Z',
  '2026-01-02T24:00:00Z',
  '2026-01-02T03:60:00Z',
  '2026-01-02T03:04:60Z',
  '2026-01-02T03:04:05+15:00',
  '2026-01-02T03:04:05-23:59',
  '2026-01-02T03:04:05+24:00',
  `2026-01-02T03:04:05.${'1'.repeat(5000)}Z`,
  '0001-01-01T00:00:00+14:00',
  '1899-12-31T23:59:59Z',
  '9999-12-31T23:59:59Z',
  '+275760-09-13T00:00:00Z',
  'Fri, 02 Jan 2026 03:04:05 GMT',
  '2026-01-02T03:04:05Z\0',
  'now',
  'infinity',
  '-infinity',
];

const noId = [
  5,
  0,
  true,
  {},
  { $ne: '' },
  [],
  ['01890000-0000-7000-8000-000000000001'],
  'not-an-id',
  '0',
  'null',
  'undefined',
  '*',
  "' or 1=1 --",
  '../../etc/passwd',
  '__proto__',
  '01890000000070008000000000000001',
  '{01890000-0000-7000-8000-000000000001}',
  'urn:uuid:01890000-0000-7000-8000-000000000001',
  '01890000-0000-7000-8000-00000000000',
  '01890000-0000-7000-8000-0000000000011',
  '01890000-0000-7000-8000-00000000000g',
  ' 01890000-0000-7000-8000-000000000001',
  '01890000-0000-7000-8000-000000000001\n',
  '01890000-0000-7000-8000-000000000001\0',
  '０1890000-0000-7000-8000-000000000001',
  'x'.repeat(199),
];

const inherited = ['constructor', '__proto__', 'prototype', 'toString', 'hasOwnProperty', 'valueOf'];
/** Values similar to a choice, and property names that every object has. */
function noChoice({ choices }: ContractField): unknown[] {
  const [first] = choices;
  const near =
    typeof first === 'string'
      ? [first.toUpperCase(), first.toLowerCase(), ` ${first}`, `${first} `, `${first}\0`, `${first},${first}`, 0, 1]
      : [String(first), 0.5, -1, 1e21, raw('1e400'), 4_294_967_296 + Number(first)];
  const others = [
    ...near,
    String(first).slice(0, -1),
    ...inherited,
    'null',
    'undefined',
    true,
    false,
    {},
    [],
    [first],
    { [String(first)]: 1 },
  ];
  return others.filter((value) => !choices.includes(value));
}

/** Too short, without a letter, without a digit, and common passwords (spec §5). */
const badPasswords = [
  '',
  'abc1234',
  'tanpaangka',
  '1357924680',
  '        ',
  'password1',
  'Password1',
  'QWERTY123',
  'Lectern2026',
  'superadmin1',
  '          a1',
];

/** Paths out of the tenant's folder, or changed by URL normalization. */
const noFolder = [
  '..',
  '../a',
  'a/../b',
  './a',
  'a//b',
  'a b',
  'a.b',
  'a\\b',
  '%2e%2e',
  'a%2fb',
  'a\nb',
  'é',
  'C:',
  'a?b',
];

/** Invalid values by kind. `valid`: a list with one valid element. */
const lists: Record<Kind, (field: ContractField, valid: unknown) => unknown[]> = {
  captions: (field) => [...noText, ...unstorable, ...tooLong(field), ...noCaptions],
  text: (field) => [...noText, ...unstorable, ...tooLong(field), ...(field.min ? [''] : [])],
  name: (field) => [
    ...noText,
    ...unstorable,
    ...tooLong(field),
    ...unseen,
    ...(field.min ? [...onlySpaces, 'x'.repeat(field.min - 1), ` ${'x'.repeat(field.min - 1)}  `] : []),
  ],
  email: (field) => [...noText, ...unstorable, ...noEmail, `${'x'.repeat(field.max ?? 254)}@example.com`],
  link: (field) => [...noText, ...unstorable, ...noLink, `https://example.com/${'x'.repeat(field.max ?? 2000)}`],
  // The page's content security policy allows only https pictures.
  imageLink: (field, valid) => [...lists.link(field, valid), 'http://example.com/a.png'],
  password: (field) => [...noText, ...unstorable, ...badPasswords, `a1${'x'.repeat(field.max ?? 200)}`],
  folder: (field) => [...noText, ...unstorable, ...noFolder, 'x'.repeat((field.max ?? 100) + 1)],
  number: ({ part, min = 0, max = 0 }) =>
    part === 'body' ? [...noNumber, min - 1, max + 1] : [...noNumberInWords, `${min - 1}`, `${max + 1}`],
  id: () => ['', ...noId],
  day: () => ['', ...noDay],
  moment: () => ['', ...noMoment],
  choice: (field) => ['', ...noChoice(field)],
  boolean: () => ['', 'true', 'false', 'on', 0, 1, {}, [], [true]],
  list: ({ path, min, max = 500 }, valid) => {
    const [element] = valid as [unknown];
    const wrong = ['', 'a', 5, true, {}, { 0: element, length: 1 }, element];
    // A body that is a list is an order, without duplicates (domain.md, Learning path).
    const twice = path.length === 0 ? [[element, element]] : [];
    return [...wrong, ...twice, Array(max + 1).fill(element), ...(min ? [[]] : [])];
  },
  object: () => ['', 'a', 5, true, [], [{}]],
};

/**
 * Every value that this field must refuse, except for those that its declaration allows (missing, null, ''). `valid`: a
 * valid value.
 */
export function mustRefuse(field: ContractField, valid: unknown, isWord: boolean): unknown[] {
  const { kind, mayBe, part, path } = field;
  if (!kind) return [];
  const all = [...(mayBe.null ? [] : [null]), ...lists[kind](field, valid)].filter(
    (value) => !(mayBe.blank && value === '') && !(mayBe.digits && typeof value === 'string' && /^\d+$/.test(value)),
  );
  // A URL always has its params, and a missing element makes a shorter list.
  const mustBe = !mayBe.missing && part !== 'params' && path.at(-1) !== '0';
  const values = [...(mustBe ? [missing] : []), ...all];
  if (!isWord) return values;
  const words = values.filter((value) => typeof value === 'string' && value.isWellFormed());
  if (part === 'params') return words.filter((word) => word !== '');
  return part === 'query' ? [...(mustBe ? [missing] : []), ...words, ['1', '1']] : words;
}
