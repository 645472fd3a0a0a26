/** Checks that a file begins with a sentence that states its purpose (CONTRIBUTING.md, Style). */

/** Comment at the start of a file: one block, or consecutive lines. */
const firstComment = /^(?:#!.*\n)?\s*(?:\/\*\*?([^]*?)\*\/|((?:\/\/.*\n)+))/;

/** Capitalized word (or a digit, quote or backtick), more words, and punctuation at the end. */
const sentence = /^[\p{Lu}`'"‘“\d][^]*?\s[^]*?\S[.?!:](\s|$)/u;

/**
 * @param {string} text of a file
 * @returns {boolean}
 */
export function beginsWithSentence(text) {
  const [, block, lines] = firstComment.exec(text) ?? [];
  const comment = (block ?? lines ?? '').replace(/^\s*(\*|\/\/) ?/gm, '').trim();
  return sentence.test(comment);
}
