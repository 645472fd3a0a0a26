/** Parses pasted options: one per line, numbered or not, right ones marked. Pure. */
import { type Option, isBlank } from './quiz-words.ts';

const numbering = /^\s*(?:[-–•·▪◦‣●○\uf0a7\uf0b7]\s+|(?:[a-zA-Z]|\d{1,2})[.)]\s+)/;
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
 * Options after a paste into one of them: the text beside the selection stays, and the pasted options follow it. Blank
 * ones are removed. A single choice keeps at most one right option. The result may exceed the limit of options; form
 * validation reports that, and nothing is lost.
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
  const next = placed.filter((option) => !isBlank(option));
  const right = next.findIndex(({ isCorrect }) => isCorrect);
  return isSingle ? next.map((one, place) => ({ ...one, isCorrect: place === right })) : next;
}
