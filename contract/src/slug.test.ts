/** Proves what becomes of a name in an address. */
import { describe, expect, it } from 'vitest';
import { freeSlug, slugOf } from './slug.ts';

describe('a slug', () => {
  it.each([
    ['Belajar React dari Nol', 'belajar-react-dari-nol'],
    ['  Dasar C#, C++ & .NET!  ', 'dasar-c-sharp-c-plus-plus-net'],
    ['Résumé Café', 'resume-cafe'],
    ['数据', 'untitled'],
  ])('of %j is %j', (name, slug) => expect(slugOf(name)).toBe(slug));

  it('ends with a whole word within 80 characters, and cuts a word that alone is longer', () => {
    expect(slugOf(`${'a'.repeat(70)} ${'b'.repeat(9)} ${'c'.repeat(9)}`)).toBe(`${'a'.repeat(70)}-${'b'.repeat(9)}`);
    expect(slugOf('x'.repeat(150))).toBe('x'.repeat(80));
  });

  it('takes the first number that is free', () => {
    expect(freeSlug('sql', new Set(['sql-2']))).toBe('sql');
    expect(freeSlug('sql', new Set(['sql', 'sql-2', 'sql-4']))).toBe('sql-3');
  });
});
