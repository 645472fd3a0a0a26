/** Names are read by people: two that look the same must not differ, and none may turn the text around it. */

/** Controls, bidi marks and other formats, line ends, private use. */
const formats = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}]/u;

/** Letters and marks that draw nothing: fillers, joiners, variation selectors but the emoji's own (FE0F). */
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

/** What joins the parts of one emoji (👩‍💻) is no secret. */
const joiner = /(?<=\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})?)\u200D(?=\p{Extended_Pictographic})/gu;

/** True when everything in the text can be seen. */
export function isVisible(text: string): boolean {
  const seen = text.replace(joiner, '');
  return !formats.test(seen) && ![...seen].some(isBlank);
}
