/** Normalization of names and searches, so that a text is found however it and the search are written. */

/** Accents and other combining marks, invisible characters, and apostrophes: they do not count. */
const ignored =
  /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff'`\u02b9-\u02bf\u02ca\u02cb\u055a\u2018\u2019\u201b\u2032\ua78b\ua78c]/g;

const dashes = /[\u058a\u05be\u1400\u1806\u2010-\u2015\u2043\u2212\u2e3a\u2e3b\u301c\u3030\u30a0]/g;

/** Letters that Unicode does not decompose. */
const letters: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ς: 'σ',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
};

/**
 * Text as it is searched: in lower case, without accents, apostrophes and invisible characters, with one kind of dash.
 * The function `search_text` of the database returns the same.
 */
export const searchText = (text: string): string =>
  text
    // An accent without a letter decomposes to a space.
    .replaceAll('\u00b4', '')
    .normalize('NFKD')
    .replace(ignored, '')
    .toLowerCase()
    .replace(dashes, '-')
    .replace(/[øłđðħŧıςßæœ]/g, (letter) => letters[letter] ?? letter);

/** Distinct words of a search; a text matches if it contains each, in any order. */
export const searchWords = (search: string): string[] => [...new Set(searchText(search).split(/\s+/).filter(Boolean))];

/** Whether a text contains every word of a search. */
export function matchesSearch(text: string, search: string): boolean {
  const searched = searchText(text);
  return searchWords(search).every((word) => searched.includes(word));
}
