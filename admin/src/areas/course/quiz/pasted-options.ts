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

/**
 * The options after a paste into one of them: what stands in the field beside the selection stays, and the pasted ones
 * follow it. Blank ones go. Of a single choice one is right at most. There may be more than a question can have: its
 * form says so, and nothing is lost.
 */
export function withPasted(
  options: readonly Option[],
  at: number,
  left: string,
  pasted: string,
  isSingle: boolean,
): Option[] {
  const placed = options.flatMap((option, place) =>
    place === at ? [{ ...option, text: left }, ...optionsIn(pasted)] : [option],
  );
  const next = placed.filter(({ text }) => text.trim() !== '');
  const right = next.findIndex(({ isCorrect }) => isCorrect);
  return isSingle ? next.map((one, place) => ({ ...one, isCorrect: place === right })) : next;
}
