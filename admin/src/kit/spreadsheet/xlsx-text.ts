/** Excel refuses a workbook with a longer cell; counted in UTF-16 code units. */
export const MAX_CELL_LENGTH = 32_767;

/** Ends a text that was too long for a cell, so that nobody takes it for the whole. */
export const CUT_MARK = '… (cut)';

// What XML 1.0 cannot carry. A carriage return could be carried, but every parser reads it as a line feed.
const UNSPEAKABLE = '\\u0000-\\u0008\\u000b-\\u001f\\ufffe\\uffff';

// A literal underscore is escaped where, together with what follows it in the file, it would read as an escape.
const NEEDS_ESCAPE = new RegExp(`[&<>"${UNSPEAKABLE}]|_(?=x[0-9A-Fa-f]{4}[_${UNSPEAKABLE}])`, 'g');

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escapeCharacter = (character: string): string =>
  ENTITIES[character] ?? `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;

const endsInHalfAPair = (text: string): boolean => /[\ud800-\udbff]$/.test(text);

function cut(text: string): string {
  if (text.length <= MAX_CELL_LENGTH) return text;
  const kept = text.slice(0, MAX_CELL_LENGTH - CUT_MARK.length);
  return (endsInHalfAPair(kept) ? kept.slice(0, -1) : kept) + CUT_MARK;
}

/**
 * Any text as an OOXML string, in an element or a quoted attribute (ECMA-376 `ST_Xstring`): characters that XML cannot
 * hold become `_xHHHH_`, a literal `_xHHHH_` keeps its meaning, and half a surrogate pair, which is not a character and
 * would make the whole workbook unreadable, becomes U+FFFD. Longer than {@link MAX_CELL_LENGTH}: cut, ending in {@link
 * CUT_MARK}.
 */
export const xmlText = (text: string): string => cut(text).toWellFormed().replace(NEEDS_ESCAPE, escapeCharacter);
