/** Tests slugs of names. */
import { describe, expect, it } from 'vitest';
import { freeSlug, slugOf } from './slug.ts';

describe('slugOf and freeSlug', () => {
  it.each([
    ['Belajar React dari Nol', 'belajar-react-dari-nol'],
    ['  Dasar C#, C++ & .NET!  ', 'dasar-c-sharp-c-plus-plus-net'],
    ['Résumé Café', 'resume-cafe'],
    ['数据', 'untitled'],
  ])('turn %j into %j', (name, slug) => expect(slugOf(name)).toBe(slug));

  it('end with a whole word within 80 characters, and cut a single longer word', () => {
    expect(slugOf(`${'a'.repeat(70)} ${'b'.repeat(9)} ${'c'.repeat(9)}`)).toBe(`${'a'.repeat(70)}-${'b'.repeat(9)}`);
    expect(slugOf('x'.repeat(150))).toBe('x'.repeat(80));
  });

  it('append the first free number', () => {
    expect(freeSlug('sql', new Set(['sql-2']))).toBe('sql');
    expect(freeSlug('sql', new Set(['sql', 'sql-2', 'sql-4']))).toBe('sql-3');
  });
});
