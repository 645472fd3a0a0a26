/** Normalization of names and searches, so that a text is found however it and the search are written. */

/** Accents and other combining marks, invisible characters, and apostrophes: they do not count. */
const ignored =
  // oxlint-disable-next-line no-misleading-character-class -- each mark stands for itself
  /[\u{300}-\u{36f}\u{1ab0}-\u{1aff}\u{1dc0}-\u{1dff}\u{20d0}-\u{20ff}\u{fe20}-\u{fe2f}\u{ad}\u{61c}\u{115f}\u{1160}\u{17b4}\u{17b5}\u{180b}-\u{180f}\u{200b}-\u{200f}\u{202a}-\u{202e}\u{2060}-\u{206f}\u{fe00}-\u{fe0f}\u{feff}'`\u{2b9}-\u{2bf}\u{2ca}\u{2cb}\u{55a}\u{2018}\u{2019}\u{201b}\u{2032}\u{a78b}\u{a78c}]/gu;

const dashes =
  /[\u{58a}\u{5be}\u{1400}\u{1806}\u{2010}-\u{2015}\u{2043}\u{2212}\u{2e3a}\u{2e3b}\u{301c}\u{3030}\u{30a0}]/gu;

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

/** Characters without a glyph, which no stored name has, and the place of a picture in copied text. */
// oxlint-disable-next-line no-misleading-character-class -- each mark stands for itself
const unseen = /[\p{Cf}\p{Co}\u{2800}\u{fffc}\u{e0100}-\u{e01ef}]/gu;

/** Spaces, control characters, and punctuation that separates what is copied together. */
const separators = /[\s\p{Cc},;|"“”„«»()<>[\]{}]+/u;

/** Punctuation around a word that is copied with it: it does not count. */
const around = /^[.:*_~!?•·/@#-]+|[.:*_~!?•·/-]+$/g;

/** Text without characters that have no glyph, as they are copied around numbers and addresses. */
export const withoutUnseen = (text: string): string => text.replace(unseen, '');

const split = (text: string, separator: RegExp) => text.split(separator).filter(Boolean);

/** Link to an address, perhaps with a subject. */
const mailLink = /\bmailto:([^\s?<>]*)(?:\?[^\s<>]*)?/g;

/** Words of a search, as they follow each other. Punctuation is a word only in a search that has nothing else. */
export function wordsOf(search: string): string[] {
  const text = searchText(withoutUnseen(search)).replace(mailLink, ' $1 ');
  const words = split(text, separators).map((word) => word.replace(around, ''));
  return words.some(Boolean) ? words.filter(Boolean) : split(text, /[\s\p{Cc}]+/u);
}

/** Distinct words of a search; a text matches if it contains each, in any order. */
export const searchWords = (search: string): string[] => [...new Set(wordsOf(search))];

/** Whether a search is blank, so that it finds everything; one of which no word is left finds nothing. */
export const isBlankSearch = (search: string): boolean => search.trim() === '';

/** Whether a text contains every word of a search. */
export function matchesSearch(text: string, search: string): boolean {
  const searched = searchText(text);
  const words = searchWords(search);
  return words.length > 0 ? words.every((word) => searched.includes(word)) : isBlankSearch(search);
}
