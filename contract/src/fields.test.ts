import { describe, expect, it, test } from 'vitest';
import { imageLink, instant, link, name } from './fields.ts';

describe('a moment', () => {
  it.each(['1900-01-01T00:00:00Z', '2026-11-05T18:30:00.000+07:00', '9998-12-31T23:59:59Z'])('%s is one', (value) =>
    expect(instant.safeParse(value).success).toBe(true),
  );

  it.each(['0001-01-01T00:00:00+14:00', '9999-12-31T23:59:59-12:00', '1899-12-31T23:59:59Z', '2026-11-05', 'besok'])(
    '%s is none',
    (value) => {
      expect(instant.safeParse(value).success).toBe(false);
    },
  );
});

describe('an address', () => {
  it.each([
    ['https://example.com/a.png', true, true],
    ['/demo/a.svg', true, true],
    ['http://example.com/a.png', true, false],
    ['//example.com', false, false],
    ['/\\example.com', false, false],
    ['javascript:alert(1)', false, false],
    ['data:text/html,x', false, false],
    ['a.png', false, false],
  ])('%s is a link: %s, of a picture: %s', (value, isLink, isImage) => {
    expect([link.safeParse(value).success, imageLink.safeParse(value).success]).toEqual([isLink, isImage]);
  });
});

test('text is composed, so that what looks the same is the same', () => {
  expect(name(3, 100).parse('Jose\u0301')).toBe('Jos\u00E9');
});
