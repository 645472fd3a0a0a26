/** Maximum length of a cell in UTF-16 code units; Excel refuses longer ones. */
export const MAX_CELL_LENGTH = 32_767;

/** Marks a text that was truncated to fit a cell. */
export const CUT_MARK = '… (cut)';

// Characters that XML 1.0 cannot contain, and the carriage return, which parsers read as a line feed.
const FORBIDDEN = '\\u0000-\\u0008\\u000b-\\u001f\\ufffe\\uffff';

// Escapes a literal underscore that would otherwise be read as the start of an escape.
const NEEDS_ESCAPE = new RegExp(`[&<>"${FORBIDDEN}]|_(?=x[0-9A-Fa-f]{4}[_${FORBIDDEN}])`, 'g');

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escapeCharacter = (character: string): string =>
  ENTITIES[character] ?? `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;

const endsInHighSurrogate = (text: string): boolean => /[\ud800-\udbff]$/.test(text);

function truncate(text: string): string {
  if (text.length <= MAX_CELL_LENGTH) return text;
  const head = text.slice(0, MAX_CELL_LENGTH - CUT_MARK.length);
  return (endsInHighSurrogate(head) ? head.slice(0, -1) : head) + CUT_MARK;
}

/**
 * Encodes text as an OOXML string for an element or a quoted attribute (ECMA-376 `ST_Xstring`): characters that XML
 * cannot contain become `_xHHHH_`, a literal `_xHHHH_` is preserved, and a lone surrogate, which would make the
 * workbook unreadable, becomes U+FFFD. Text longer than {@link MAX_CELL_LENGTH} is truncated and ends in {@link
 * CUT_MARK}.
 */
export const xmlText = (text: string): string => truncate(text).toWellFormed().replace(NEEDS_ESCAPE, escapeCharacter);
