/** Whether a file begins with a sentence that says what it is for (CONTRIBUTING.md, Style). */

/** A comment before anything else, one block or lines that follow one another. */
const firstComment = /^(?:#!.*\n)?\s*(?:\/\*\*?([^]*?)\*\/|((?:\/\/.*\n)+))/;

/** A word with a capital, or what stands for one, some more of them, and an end. */
const sentence = /^[\p{Lu}`'"‘“\d][^]*?\s[^]*?\S[.?!:](\s|$)/u;

/**
 * @param {string} text of a file
 * @returns {boolean}
 */
export function beginsWithSentence(text) {
  const [, block, lines] = firstComment.exec(text) ?? [];
  const said = (block ?? lines ?? '').replace(/^\s*(\*|\/\/) ?/gm, '').trim();
  return sentence.test(said);
}
