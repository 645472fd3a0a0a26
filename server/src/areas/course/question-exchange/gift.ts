/** Reads questions in GIFT (docs.moodle.org/en/GIFT_format), block by block, to report every error with its line. */
import {
  type GIFTQuestion,
  type Numerical,
  type NumericalFormat,
  type TextFormat,
  type TextChoice,
  parse,
} from 'gift-pegjs';
import { HttpError, badRequest } from '#platform/errors.ts';
import { type ReadHtml, readHtml, unformatted } from './html.ts';
import { feedbackLost } from './losses.ts';
import { readMarkdown } from './markdown.ts';
import { readTyped } from './typed.ts';
import {
  type FindFile,
  type ImportedQuestion,
  type ReadResult,
  Losses,
  fault,
  trueOrFalse,
  withoutLastLines,
} from './read-result.ts';

/** Maximum number of characters of a question, far above real ones. */
const longestBlock = 40_000;

interface Block {
  /** Line numbers in the file, one for each line of the text. */
  lines: number[];
  text: string;
}

/** Splits a file at empty lines into blocks, without comments and categories. */
function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let current: Block | undefined;
  for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
    if (line.trim() === '') current = undefined;
    else if (/^\s*(\/\/|\$CATEGORY:)/.test(line)) continue;
    else if (current) {
      current.text += `\n${line}`;
      current.lines.push(index + 1);
    } else blocks.push((current = { lines: [index + 1], text: line }));
  }
  return blocks;
}

/** Stand for line ends and spaces that the parser would drop; these code points occur in no text. */
const [lineEnd, keptSpace, keptTab] = ['\uFDD0', '\uFDD1', '\uFDD2'] as const;
const kept = (spaces: string) => spaces.replaceAll('\n', lineEnd).replaceAll(' ', keptSpace).replaceAll('\t', keptTab);
const restored = (text: string) => text.replaceAll(lineEnd, '\n').replaceAll(keptSpace, ' ').replaceAll(keptTab, '\t');

function read({ format, text: raw }: TextFormat): ReadHtml {
  // The lines around a text are the file's.
  const text = restored(withoutLastLines(raw));
  if (format === 'html') return readHtml(text);
  if (format === 'markdown') return readMarkdown(text);
  return format === 'moodle' ? readTyped(text) : unformatted(text);
}

/** Options by Moodle's rule: without `=` there can be several right ones, each with a part of the points. */
function choicesOf(choices: readonly TextChoice[], losses: Losses): Answers {
  const isMultiple = !choices.some(({ isCorrect }) => isCorrect) && choices.some(({ weight }) => weight !== null);
  losses.addShares(
    choices.map(({ isCorrect, weight }) => weight ?? (isCorrect ? 100 : 0)),
    isMultiple,
  );
  return {
    type: isMultiple ? 'MULTIPLE_CHOICE' : 'SINGLE_CHOICE',
    options: choices.map(({ text, isCorrect, weight }, index) => ({
      ...losses.optionOf(read(text), index),
      isCorrect: isMultiple ? (weight ?? 0) > 0 : isCorrect,
    })),
  };
}

/** Whether an answer gives full points; partly right answers are not accepted. */
const isAccepted = ({ weight }: TextChoice) => weight === null || weight === 100;

function shortOf(choices: readonly TextChoice[], losses: Losses): Answers {
  const partly = choices.filter((one) => !isAccepted(one) && one.weight! > 0);
  losses.addPartialAnswers(partly.map(({ text }) => read(text).text));
  const accepted = choices
    .filter(isAccepted)
    .map(({ text }, index) => losses.textOf(read(text), `Answer ${index + 1}`));
  return { type: 'SHORT_ANSWER', answerKey: losses.answersOf(accepted) };
}

/** Number of an answer without a tolerance; undefined: a range. */
function exactNumber({ type, number, range, numberHigh, numberLow }: NumericalFormat): string | undefined {
  if (type === 'high-low') return numberLow === numberHigh ? String(numberLow) : undefined;
  return type === 'simple' || range === 0 ? String(number) : undefined;
}

function numbersOf(choices: Numerical['choices'], losses: Losses): Answers | string {
  const all = [choices]
    .flat()
    .map((one) => ('isCorrect' in one ? one : { isCorrect: true, weight: null, text: one, feedback: null }));
  // What nothing else matches has `*`, or no points.
  const scored = all.filter(
    ({ isCorrect, weight, text }) => (isCorrect || (weight ?? 0) > 0) && 'type' in text && weight !== 0,
  );
  const numbers = scored.map(({ text, weight }) => ({ number: exactNumber(text), isFull: (weight ?? 100) === 100 }));
  if (numbers.some(({ number }) => number === undefined)) return 'A number with a tolerance';
  losses.addPartialAnswers(numbers.flatMap(({ number, isFull }) => (isFull ? [] : [number!])));
  return {
    type: 'SHORT_ANSWER',
    answerKey: numbers.flatMap(({ number, isFull }) => (isFull ? [number!] : [])).join('\n'),
  };
}

type Answers = Pick<ImportedQuestion, 'type' | 'options' | 'answerKey'>;

/** Type and answers of a GIFT question; a string: reason why the type is not supported. */
function answersOf(parsed: GIFTQuestion, losses: Losses): Answers | string {
  switch (parsed.type) {
    case 'TF':
      if (parsed.trueFeedback ?? parsed.falseFeedback) losses.add([feedbackLost]);
      return { type: 'TRUE_FALSE', options: trueOrFalse(parsed.isTrue) };
    case 'MC':
    case 'Short':
      if (parsed.choices.some(({ feedback }) => feedback)) losses.add([feedbackLost]);
      return parsed.type === 'MC' ? choicesOf(parsed.choices, losses) : shortOf(parsed.choices, losses);
    case 'Numerical':
      if ([parsed.choices].flat().some((one) => 'feedback' in one && one.feedback)) losses.add([feedbackLost]);
      return numbersOf(parsed.choices, losses);
    case 'Essay':
      return { type: 'TEXT' };
    case 'Matching':
      return 'Matching pairs';
    default:
      return 'A text without a question';
  }
}

const escaping = (text: string, signs: RegExp) => text.replace(signs, (one) => (one.length > 1 ? one : `\\${one}`));

/** Line ends with indentation, and several spaces, within a text. */
const innerSpace = /(?<=\S)(?:[ \t]*\n[ \t\n]*|[ \t]{2,}|\t)(?=\S)/g;
/** The parser knows neither `~*` for any other number, nor feedback on a number without `=`. */
const readableNumbers = (numbers: string) =>
  numbers.replace(/^(\{\s*#)(?=\s*-?[\d.]+[^=~#}]*#(?!##))/, '$1=').replace(/([=~](?:%[^%\n]*%)?)\s*\*/g, '$1');
const keptLines = (text: string) => text.replace(innerSpace, kept);
/** Lines of answers begin with `=`, `~` or `#`; others continue the line above. */
const keptInAnswers = (answers: string): string => {
  const end = answers.search(/(?<!\\)\}/);
  const [inside, behind] = end === -1 ? [answers, ''] : [answers.slice(0, end), answers.slice(end)];
  // Only the first { begins the answers.
  return (
    escaping(inside, /\\.|(?!^)\{/gs).replace(innerSpace, (spaces, at: number) =>
      /[{=~#%]/.test(inside[at - 1]!) || /[=~#}]/.test(inside[at + spaces.length] ?? '') ? spaces : kept(spaces),
    ) + keptLines(behind)
  );
};

/** Escapes `=` in a question and `:` in an answer such as `10:30`, which Moodle accepts but the parser does not. */
function escapedWhereClear(text: string): string {
  const title = /^\s*::(?:\\.|[^\\])*?::/s.exec(text)?.[0] ?? '';
  const rest = text.slice(title.length);
  const brace = rest.search(/(?<!\\)\{/);
  if (brace === -1) return text;
  const [stem, answers] = [rest.slice(0, brace), rest.slice(brace)];
  const isNumerical = /^\{\s*#(?!#)/.test(answers);
  // The parser takes other spellings of T and F for short answers.
  const isTrueOrFalse = /^\{\s*(?:t|true|f|false)\s*[#}]/i.test(answers);
  return (
    title +
    escaping(keptLines(stem), /\\.|[=~#:]/gs) +
    (isNumerical
      ? readableNumbers(answers)
      : escaping(
          keptInAnswers(isTrueOrFalse ? answers.replace(/\w+/, (word) => word.toUpperCase()) : answers),
          /\\.|:/gs,
        ))
  );
}

const notHere = 'Give it options in { }, with = before the right one, or take it out';

/** Questions of the plug-in for ordering, which is no part of GIFT: `{>3 ALL … ` above the items. */
const isOrdering = (text: string) => /(?<!\\)\{\s*>[^\n]*\n[^\n]+\n/.test(text);

function questionOf(line: number, text: string, findFile: FindFile): ReadResult {
  const [parsed] = parse(text);
  if (!parsed || parsed.type === 'Category') return fault(line, 'There is no question here', 'Take these lines out');
  const losses = new Losses(findFile);
  const answers = answersOf(parsed, losses);
  if (typeof answers === 'string') return fault(line, `${answers} cannot be asked here`, notHere);
  const prompt = losses.promptOf(read('stem' in parsed ? parsed.stem : { format: 'plain', text: '' }));
  const feedback = 'globalFeedback' in parsed ? parsed.globalFeedback : null;
  const explanation = feedback ? losses.explanationOf(read(feedback)) : {};
  return losses.resultOf(line, { ...answers, ...prompt, ...explanation });
}

function whyUnreadable(lines: readonly number[], text: string, error: unknown): ReadResult {
  const { location, found } = error as { location?: { start: { offset: number } }; found?: string | null };
  const before = text.slice(0, location?.start.offset ?? 0).split(/[\n\uFDD0]/);
  const line = lines[before.length - 1] ?? lines[0]!;
  if (!location) return fault(line, 'This question cannot be read', 'Write it as the guide shows');
  const what =
    found === null || found === undefined
      ? 'the question ends here'
      : `“${found}” is not expected here (character ${before.at(-1)!.length + 1})`;
  return fault(
    line,
    `The answers cannot be read: ${what}`,
    'Close the answers with }, and write \\ before each ~ = # { } : that is part of a text',
  );
}

/** Pictures within a text, which are too long for the parser; `:` and `=` may be escaped. */
const embedded = /(?<=["'(])data\\?:image\/[\w.+-]{1,40};base64,([\w+/-]+)(?:\\?=){0,2}/gi;

/** Reads questions in GIFT. @throws HttpError 400 for a block that is too long */
export function readGift(text: string, max: number, beside?: FindFile): ReadResult[] {
  const pictures: Uint8Array[] = [];
  const short = text.replace(embedded, (_, data: string) => {
    pictures.push(Buffer.from(data, 'base64'));
    return `embedded-${pictures.length}.png`;
  });
  const findFile: FindFile = (address) =>
    pictures[Number(/^embedded-(\d+)\.png$/.exec(address)?.[1]) - 1] ?? beside?.(address);
  const blocks = blocksOf(short).slice(0, max);
  const long = blocks.find((block) => block.text.length > longestBlock);
  if (long)
    throw badRequest(
      `What begins in line ${long.lines[0]} is far too long for a question; divide questions by an empty line`,
    );
  return blocks.map((block) => {
    if (isOrdering(block.text)) return fault(block.lines[0]!, 'Ordering cannot be asked here', notHere);
    const ready = escapedWhereClear(block.text);
    try {
      return questionOf(block.lines[0]!, ready, findFile);
    } catch (error) {
      if (error instanceof HttpError) throw error;
      return whyUnreadable(block.lines, ready, error);
    }
  });
}
