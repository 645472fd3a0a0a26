/** Formatted texts of questions: sanitized, and with the plain texts that follow from them (docs/decisions/0139). */
import { maxHtml } from '#contract/course/quiz/questions.ts';
import { readFormatted, type sanitized } from '../question-exchange/html.ts';

interface Texts {
  question?: string | undefined;
  questionHtml?: string | null | undefined;
  explanation?: string | undefined;
  explanationHtml?: string | null | undefined;
}

/**
 * Texts of a draft: those with a formatted form follow from it. `read`: how that is read, default: as people and programs
 * write it. @throws HttpError 400 at the field, below `at`
 */
export async function withDerivedTexts<Draft extends Texts>(
  draft: Draft,
  at = '',
  read: typeof sanitized = readFormatted,
): Promise<Draft> {
  const derived: Partial<Texts> = {};
  for (const text of ['question', 'explanation'] as const) {
    const html = draft[`${text}Html`];
    if (html === null || html === undefined) continue;
    const found = await read(html, { max: maxHtml, path: `${at}${text}Html` });
    derived[text] = found.text;
    derived[`${text}Html`] = found.html;
  }
  return { ...draft, ...derived };
}

/** Change of a question without the formatted forms of texts that it changes otherwise. */
export function withoutOldFormats<Change extends Partial<Texts>>(change: Change, present: Texts): Change {
  const outdated = (['question', 'explanation'] as const).filter((text) => {
    const html = change[`${text}Html`];
    const isKept = html === undefined || html === present[`${text}Html`];
    const isAbsent = change[text] === undefined || (text === 'question' && change[text] === '');
    return isKept && !isAbsent && change[text] !== present[text];
  });
  return { ...change, ...Object.fromEntries(outdated.map((text) => [`${text}Html`, null])) };
}
