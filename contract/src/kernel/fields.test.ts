/** Tests valid and invalid values of each field schema. */
import { describe, expect, it, test } from 'vitest';
import { day, email, imageLink, instant, isTextLink, link, name, text, whole } from './fields.ts';

describe('instant', () => {
  it.each(['1900-01-01T00:00:00Z', '2026-11-05T18:30:00.000+07:00', '9998-12-31T23:59:59Z'])('accepts %s', (value) =>
    expect(instant.safeParse(value).success).toBe(true),
  );

  it.each([
    '0001-01-01T00:00:00+14:00',
    '9999-12-31T23:59:59-12:00',
    '1899-12-31T23:59:59Z',
    '2026-11-05T18:30:00+15:00',
    '2026-11-05T18:30:00-23:59',
    `2026-11-05T18:30:00.${'1'.repeat(100)}Z`,
    '2026-11-05',
    'besok',
  ])('rejects %s', (value) => {
    expect(instant.safeParse(value).success).toBe(false);
  });
});

test.each([
  ['1900-01-01', true],
  ['2028-02-29', true],
  ['9998-12-31', true],
  ['2026-02-29', false],
  ['0000-01-01', false],
  ['1899-12-31', false],
  ['9999-01-01', false],
])('tells whether %s is a valid day: %s', (value, is) => {
  expect(day.safeParse(value).success).toBe(is);
});

describe('link and imageLink', () => {
  it.each([
    ['https://example.com/a.png', true, true],
    ['/demo/a.svg', true, true],
    ['http://example.com/a.png', true, false],
    ['//example.com', false, false],
    ['/\\example.com', false, false],
    ['javascript:alert(1)', false, false],
    ['data:text/html,x', false, false],
    ['HTTPS://Example.com/a.png', true, true],
    ['Http://example.com/a.png', true, false],
    ['JavaScript:alert(1)', false, false],
    ['a.png', false, false],
    ['https:///a.png', false, false],
    ['https://example.com/\u202Egnp.exe', false, false],
    ['https://example.com/@sari?to=a@b', true, true],
    ['https://bank.example@example.com/', false, false],
    ['https://budi:rahasia@example.com/a.png', false, false],
    ['https://example.com\\@example.org', false, false],
    ['https://[::1', false, false],
    ['https://example.com:99999', false, false],
  ])('accepts %s as a link: %s, as an image: %s', (value, isLink, isImage) => {
    expect([link.safeParse(value).success, imageLink.safeParse(value).success]).toEqual([isLink, isImage]);
  });
});

test('normalizes text to NFC', () => {
  expect(name(3, 100).parse('Jose\u0301')).toBe('Jos\u00E9');
});

test('measures text after normalizing, which can lengthen it', () => {
  expect(text(4).safeParse('\u0958\u0958').success).toBe(true);
  expect([text(3), name(1, 3)].map((schema) => schema.safeParse('\u0958\u0958').success)).toEqual([false, false]);
});

describe('name', () => {
  it.each([
    ['turned around', 'Budi \u202Egnp.exe'],
    ['with a zero-width space', 'Bu\u200Bdi Santoso'],
    ['with a byte order mark inside', 'Bu\uFEFFdi Santoso'],
    ['with a soft hyphen', 'Bu\u00ADdi Santoso'],
    ['with a joiner between letters', 'Bu\u200Ddi Santoso'],
    ['with a bidi isolate', '\u2066Budi\u2069 Santoso'],
    ['with a tab', 'Budi\tSantoso'],
    ['with a line end', 'Budi\nSantoso'],
    ['of fillers', '\u3164\u3164\u3164'],
    ['with tag characters', 'Budi\u{E0041}'],
    ['with a variation selector', 'Budi\uFE01 Santoso'],
    ['of the private use area', 'Budi \uF8FF'],
  ])('rejects a name %s', (_, value) => {
    expect(name(3, 100).safeParse(value).success).toBe(false);
  });

  it.each([
    'Budi Santoso',
    'Ni Wayan Sari, S.Kom.',
    'مرحبا بالعالم',
    'O’Brien-Łukasz',
    '日本語 講座',
    '👩‍💻 Coding',
    'Data ❤️ Sains',
    '👍🏽 Kelas',
  ])('accepts %s', (value) => {
    expect(name(3, 100).parse(value)).toBe(value);
  });
});

test.each([
  ['https://example.com/a', true],
  ['https://example.com/@sari', true],
  ['https://bank.example@example.com', false],
  ['http://example.com', true],
  ['mailto:sari@example.com', true],
  ['tel:+628123', true],
  ['//example.com', false],
  ['/\\example.com', false],
  ['https:/example.com', false],
  ['https:\\\\example.com', false],
  ['/course', false],
  ['ftp://example.com', false],
  ['javascript:alert(1)', false],
  [' javascript:alert(1)', false],
])('allows %s as a link in formatted text: %s', (href, may) => {
  expect(isTextLink(href)).toBe(may);
});

describe('messages for empty and invalid input', () => {
  test.each([
    ['a moment', instant, 'Choose a date and time'],
    ['a day', day, 'Choose a date'],
    ['a number', whole(), 'Write a number'],
  ])('asks for %s that is empty', (_name, schema, prompt) => {
    for (const empty of ['', null, undefined])
      expect(schema.safeParse(empty).error?.issues.map(({ message }) => message)).toEqual([prompt]);
  });

  test('reports a non-empty invalid value as invalid', () => {
    expect(instant.safeParse('tomorrow').error?.issues[0]?.message).toBe('Not a date and time');
    expect(day.safeParse('2026-02-30').error?.issues[0]?.message).toBe('Not a date');
    expect(whole().safeParse(0.5).error?.issues[0]?.message).toBe('A whole number');
  });
});

test.each([
  ['Budi@EXAMPLE.com', 'Budi@example.com'],
  [' budi@Café.example ', 'budi@xn--caf-dma.example'],
  ['budi@cafe\u0301.example', 'budi@xn--caf-dma.example'],
  ['budi@ｅｘａｍｐｌｅ.com', 'budi@example.com'],
  ['tamu@пример.рф', 'tamu@xn--e1afmkfd.xn--p1ai'],
  ['tamu@例え。jp', 'tamu@xn--r8jz45g.jp'],
  ['tamu@contoh.中国', 'tamu@contoh.xn--fiqs8s'],
])('stores the domain of %j in ASCII and lower case', (typed, stored) => {
  expect(email.parse(typed)).toBe(stored);
});

test.each(['budi@example.com/a', 'budi@example.com:80', 'budi@ex%61mple.com', 'budi@127.1', 'büdi@example.com'])(
  'rejects the e-mail %j',
  (typed) => {
    expect(email.safeParse(typed).success).toBe(false);
  },
);
