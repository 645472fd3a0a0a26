/** Tests which spellings of a name and a search match. */
import { expect, it } from 'vitest';
import { matchesSearch, searchText, searchWords } from './search-text.ts';

it.each([
  ['José Ángel', 'jose angel'],
  ['Zoe\u0308', 'zoe'],
  ['Søren Łódź Đỗ Straße', 'soren lodz do strasse'],
  ['O’Brien O\u02bcBrien O´Brien O`Brien', 'obrien obrien obrien obrien'],
  ['Al‑Farabi Al–Farabi Al−Farabi', 'al-farabi al-farabi al-farabi'],
  ['\u202aSiti\u202c \u2066Dewi\u2069 B\u200bu\u200dd\ufeffi\u00ad', 'siti dewi budi'],
  ['ＡＢＣ １２３', 'abc 123'],
  ['Σίσυφος', 'σισυφοσ'],
])('searches %s as %s', (text, searched) => {
  expect(searchText(text)).toBe(searched);
});

it('splits a search at spaces of any kind, and drops repeated words', () => {
  expect(searchWords(' Dewi\u00a0\u2009SITI  dewi\u3000\u200b ')).toEqual(['dewi', 'siti']);
  expect(searchWords(' ’\u200b ')).toEqual([]);
});

it('splits a search at control characters, and drops what has no glyph', () => {
  expect(searchWords('\u0007Siti\tDewi\u0085Bu\u{e0041}di\ufffc \ue000')).toEqual(['siti', 'dewi', 'budi']);
});

it('finds everything by a blank search only', () => {
  expect(['', ' \u00a0', '’', '\u200b', '\u202a', '\u0007'].map((search) => matchesSearch('Budi', search))).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});

it.each([
  ['Darcy, Zoe', ['darcy', 'zoe']],
  ['zoe.', ['zoe']],
  ['(zoe) [zoe] “zoe” "zoe"; *zoe*:', ['zoe']],
  ['<zoe.darcy@b.id>', ['zoe.darcy@b.id']],
  ['INV/coding/20261125/0041,', ['inv/coding/20261125/0041']],
  ['~Siti Dewi~ • _Budi_', ['siti', 'dewi', 'budi']],
  ['- @Siti – Dewi | Budi!', ['siti', 'dewi', 'budi']],
  ['Santoso,Budi;(Ayu)Dewi', ['santoso', 'budi', 'ayu', 'dewi']],
  ['C++ C# 50%', ['c++', 'c#', '50%']],
  [' . * ', ['.', '*']],
  ['--', ['--']],
])('splits %s without the punctuation around the words', (search, words) => {
  expect(searchWords(search)).toEqual(words);
});

it.each(['budi santoso', 'SANTOSO  budi', "bu d'i", 'budí\u00a0sant', ''])('finds Budi Santoso by %j', (search) => {
  expect(matchesSearch('Budi Santoso', search)).toBe(true);
});

it('finds nothing when one of the words is missing', () => {
  expect(matchesSearch('Budi Santoso', 'budi wati')).toBe(false);
});
