/** Reads questions in GIFT (docs.moodle.org/en/GIFT_format), block by block, to report every error with its line. */
import { type GIFTQuestion, type TextFormat, type TextChoice, parse } from 'gift-pegjs';
import { badRequest } from '#platform/errors.ts';
import { type ImportedQuestion, type ReadResult, fault, trueOrFalse } from './read-result.ts';
import { fromHtml, textOfHtml } from '#shared/spreadsheet/markup.ts';

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

const read = ({ format, text }: TextFormat) => (format === 'html' ? textOfHtml(text) : text);

/** Options by Moodle's rule: without `=` there can be several right ones, each with a part of the points. */
function choicesOf(choices: readonly TextChoice[]): Pick<ImportedQuestion, 'type' | 'options'> {
  const isMultiple = !choices.some(({ isCorrect }) => isCorrect) && choices.some(({ weight }) => weight !== null);
  return {
    type: isMultiple ? 'MULTIPLE_CHOICE' : 'SINGLE_CHOICE',
    options: choices.map(({ text, isCorrect, weight }) => ({
      text: read(text),
      isCorrect: isMultiple ? (weight ?? 0) > 0 : isCorrect,
    })),
  };
}

/** Whether an answer gives full points; partly right answers are not accepted. */
const isAccepted = ({ weight }: TextChoice) => weight === null || weight === 100;

/** Type and answers of a GIFT question; a string: reason why the type is not supported. */
function answersOf(parsed: GIFTQuestion): Pick<ImportedQuestion, 'type' | 'options' | 'answerKey'> | string {
  switch (parsed.type) {
    case 'TF':
      return { type: 'TRUE_FALSE', options: trueOrFalse(parsed.isTrue) };
    case 'MC':
      return choicesOf(parsed.choices);
    case 'Short':
      return {
        type: 'SHORT_ANSWER',
        answerKey: parsed.choices
          .filter(isAccepted)
          .map(({ text }) => read(text))
          .join('\n'),
      };
    case 'Numerical': {
      const number = Array.isArray(parsed.choices) ? parsed.choices[0]?.text : parsed.choices;
      return number?.type === 'simple'
        ? { type: 'SHORT_ANSWER', answerKey: String(number.number) }
        : 'A range of numbers';
    }
    case 'Essay':
      return { type: 'TEXT' };
    case 'Matching':
      return 'Matching pairs';
    default:
      return 'A text without a question';
  }
}

const escaping = (text: string, signs: RegExp) => text.replace(signs, (one) => (one.length > 1 ? one : `\\${one}`));

/** Escapes `=` in a question and `:` in an answer such as `10:30`, which Moodle accepts but the parser does not. */
function escapedWhereClear(text: string): string {
  const title = /^\s*::(?:\\.|[^\\])*?::/s.exec(text)?.[0] ?? '';
  const rest = text.slice(title.length);
  const brace = rest.search(/(?<!\\)\{/);
  if (brace === -1) return text;
  const [stem, answers] = [rest.slice(0, brace), rest.slice(brace)];
  const isNumerical = /^\{\s*#(?!#)/.test(answers);
  return title + escaping(stem, /\\.|[=~#:]/gs) + (isNumerical ? answers : escaping(answers, /\\.|:/gs));
}

function questionOf({ lines, text }: Block): ReadResult {
  const line = lines[0]!;
  const [parsed] = parse(escapedWhereClear(text));
  if (!parsed || parsed.type === 'Category') return fault(line, 'There is no question here', 'Take these lines out');
  const answers = answersOf(parsed);
  if (typeof answers === 'string')
    return fault(
      line,
      `${answers} cannot be asked here`,
      'Give it options in { }, with = before the right one, or take it out',
    );
  const stem = 'stem' in parsed ? parsed.stem : { format: 'plain' as const, text: '' };
  const { text: question, imageUrl } =
    stem.format === 'html' ? fromHtml(stem.text) : { text: stem.text, imageUrl: null };
  const feedback = 'globalFeedback' in parsed ? parsed.globalFeedback : null;
  return { line, draft: { ...answers, question, imageUrl, explanation: feedback ? read(feedback) : '' } };
}

function whyUnreadable({ lines }: Block, error: unknown): ReadResult {
  const { location, found } = error as {
    location?: { start: { line: number; column: number } };
    found?: string | null;
  };
  const line = lines[location ? location.start.line - 1 : 0] ?? lines[0]!;
  if (!location) return fault(line, 'This question cannot be read', 'Write it as the guide shows');
  const what =
    found === null || found === undefined
      ? 'the question ends here'
      : `“${found}” is not expected here (character ${location.start.column})`;
  return fault(
    line,
    `The answers cannot be read: ${what}`,
    'Close the answers with }, and write \\ before each ~ = # { } : that is part of a text',
  );
}

/** Reads questions in GIFT. @throws HttpError 400 for a block that is too long */
export function readGift(text: string, max: number): ReadResult[] {
  const blocks = blocksOf(text).slice(0, max);
  const long = blocks.find((block) => block.text.length > longestBlock);
  if (long)
    throw badRequest(
      `What begins in line ${long.lines[0]} is far too long for a question; divide questions by an empty line`,
    );
  return blocks.map((block) => {
    try {
      return questionOf(block);
    } catch (error) {
      return whyUnreadable(block, error);
    }
  });
}
