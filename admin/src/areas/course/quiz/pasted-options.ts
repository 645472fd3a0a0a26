/** Options as people paste them: a line each, numbered or not, the right ones marked. Pure. */
import type { Option } from './quiz-words.ts';

const numbering = /^\s*(?:[-•]\s+|(?:[a-zA-Z]|\d{1,2})[.)]\s+)/;
const rightMark = /^\s*\*\s*|\s*\((?:benar|v|x|correct|right)\)\s*$|\s*✓\s*$/giu;

/** "*b. Jakarta" and "b. Jakarta (benar)" are the right option "Jakarta". */
export function optionsIn(pasted: string): Option[] {
  return pasted
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const bare = line.replace(rightMark, '');
      return { text: bare.replace(numbering, '').trim(), isCorrect: bare !== line };
    })
    .filter(({ text }) => text !== '');
}
