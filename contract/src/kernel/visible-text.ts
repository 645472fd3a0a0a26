/**
 * Visibility check for names: names that look the same must be equal, and none may change the direction of surrounding
 * text.
 */

/** Control characters, bidi and other format characters, line separators, private use. */
const formats = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}]/u;

/** Letters and marks without a glyph: fillers, joiners, variation selectors except the emoji one (FE0F). */
const blanks: readonly (readonly [from: number, to: number])[] = [
  [0x034f, 0x034f],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x2800, 0x2800],
  [0x3164, 0x3164],
  [0xfe00, 0xfe0e],
  [0xffa0, 0xffa0],
  [0xe0100, 0xe01ef],
];
const isBlank = (character: string) => {
  const code = character.codePointAt(0) ?? 0;
  return blanks.some(([from, to]) => code >= from && code <= to);
};

/** Zero-width joiner within an emoji sequence (👩‍💻), which is allowed. */
const joiner = /(?<=\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})?)\u200D(?=\p{Extended_Pictographic})/gu;

/** Whether every character of the text is visible. */
export function isVisible(text: string): boolean {
  const seen = text.replace(joiner, '');
  return !formats.test(seen) && ![...seen].some(isBlank);
}
