/** Names are read by people: two that look the same must not differ, and none may turn the text around it. */

/** Controls, bidi marks and other formats, line ends, private use, fillers, variation selectors but that of emoji. */
const unseen =
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\u034F\u115F\u1160\u17B4\u17B5\u180B-\u180F\u2800\u3164\uFFA0\uFE00-\uFE0E\u{E0100}-\u{E01EF}]/u;

/** What joins the parts of one emoji (👩‍💻) is no secret. */
const joinedEmoji = /(?<=\p{Extended_Pictographic}[\u{FE0F}\u{1F3FB}-\u{1F3FF}]?)\u200D(?=\p{Extended_Pictographic})/gu;

/** True when everything in the text can be seen. */
export const isVisible = (text: string): boolean => !unseen.test(text.replace(joinedEmoji, ''));
