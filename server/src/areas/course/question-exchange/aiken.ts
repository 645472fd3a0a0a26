/** Reads questions in Aiken (docs.moodle.org/en/Aiken_format): a question, its options by letters, `ANSWER: B`. */
import { type FindFile, type ReadResult, Losses, fault } from './read-result.ts';
import { readTyped } from './typed.ts';

const optionLine = /^\s*[(（]?([A-Z])[.)．）](\s*)(.*)$/i;
const answerLine = /^\s*(?:(?:correct\s+)?answer|(?:kunci\s+)?jawaban|kunci)\s*[:：]\s*(.*)$/i;
/** Line below an answer, which is no part of the format, but of what people and programs write in it. */
const explanationLine = /^\s*(?:explanation|feedback|rationale|pembahasan|penjelasan|alasan)\s*[:：]\s*(.*)$/i;
/** Letter of an answer, perhaps with the text of the option behind it. */
const answerLetter = /^[(（]?([A-Z])[.)．）]?(?:\s+(.*))?$/i;

/** Whether a text is Aiken: has an ANSWER line, or options without the braces of GIFT. */
export const isAiken = (text: string): boolean =>
  /^[ \t]*ANSWER[ \t]*:[ \t]*[A-Z][.)]?[ \t]*\r?$/im.test(text) ||
  (/^[ \t]*[(（]?A[.)．）]/im.test(text) && !text.includes('{'));

interface Open {
  line: number;
  questionLines: string[];
  options: { letter: string; text: string }[];
}

/** Question that an `ANSWER:` line ends. */
function closed({ line, questionLines, options }: Open, answer: string, at: number, beside?: FindFile): ReadResult {
  const [, letter, text] = answerLetter.exec(answer.trim()) ?? [];
  const right = options.find((option) => option.letter === letter?.toUpperCase());
  if (questionLines.length === 0)
    return fault(at, 'ANSWER: stands without a question', 'Write the question and its options above it');
  if (options.length === 0)
    return fault(line, 'The question has no options', 'Write them below it, a line each, as A. and B.');
  if (options[0]!.letter !== 'A')
    return fault(line, `The options begin with ${options[0]!.letter}`, 'Write them below the question, from A on');
  if (!right || (text !== undefined && text !== right.text.trim()))
    return fault(at, `There is no option “${answer.trim()}”`, 'Write the letter of one of the options after ANSWER:');
  const losses = new Losses(beside);
  return losses.resultOf(line, {
    type: 'SINGLE_CHOICE',
    ...losses.promptOf(readTyped(questionLines.join('\n').trim())),
    options: options.map((option, index) => ({
      ...losses.optionOf(readTyped(option.text), index),
      isCorrect: option === right,
    })),
  });
}

/** Option of a line; without a space (`A)Text`) or in lower case only with the next letter, as in "e.g. this". */
function optionOf(line: string, { questionLines, options }: Open): Open['options'][number] | undefined {
  const [, letter, space, text] = optionLine.exec(line) ?? [];
  if (!letter || text === undefined || questionLines.length === 0) return undefined;
  const upper = letter.toUpperCase();
  const isPlain = letter === upper && space !== '';
  return isPlain || upper === String.fromCodePoint(65 + options.length) ? { letter: upper, text } : undefined;
}

const unanswered = ({ line }: Open) =>
  fault(line, 'No option is marked right', 'Write ANSWER: and the letter of the right option below the options');

function explain(question: ReadResult, explanation: string): void {
  if ('draft' in question) question.draft.explanation = explanation;
}

export function readAiken(text: string, max: number, beside?: FindFile): ReadResult[] {
  const found: ReadResult[] = [];
  let open: Open = { line: 0, questionLines: [], options: [] };
  const finish = (one?: ReadResult) => {
    if (one) found.push(one);
    open = { line: 0, questionLines: [], options: [] };
  };
  const lines = text.split(/\r\n|\n|\r/);
  for (const [index, line] of lines.entries()) {
    if (found.length >= max) return found;
    const option = optionOf(line, open);
    const answer = answerLine.exec(line)?.[1];
    const explanation = found.length > 0 && open.questionLines.length === 0 && explanationLine.exec(line)?.[1];
    if (typeof explanation === 'string') explain(found.at(-1)!, explanation);
    else if (answer !== undefined) finish(closed(open, answer, index + 1, beside));
    else if (option) open.options.push(option);
    else if (line.trim() !== '' && open.options.length > 0 && lines[index - 1]!.trim() !== '')
      open.options.at(-1)!.text += `\n${line.trim()}`;
    else if (line.trim() !== '') {
      // The next question begins before this one has an answer.
      if (open.options.length > 0) finish(unanswered(open));
      if (open.questionLines.length === 0) open.line = index + 1;
      open.questionLines.push(line.trimEnd());
    } else if (open.questionLines.length > 0 && open.options.length === 0) open.questionLines.push('');
  }
  if (open.questionLines.length > 0) finish(unanswered(open));
  return found;
}
