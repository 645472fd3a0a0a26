/** Writes questions in GIFT; texts that plain GIFT would change are written as HTML. */
import { explanationHtml as htmlOfExplanation, promptHtml } from './written-html.ts';
import { type StoredQuestion, acceptedAnswers, trueFalseAnswer, withoutPattern } from './read-result.ts';
import { toHtmlWith } from '#shared/spreadsheet/markup.ts';

type Write = (text: string, imageUrl?: string | null) => string;

const escaped = (text: string) => text.replace(/[~=#{}:\\]/g, (one) => `\\${one}`);
/** Texts that plain GIFT would change: `$` and `/` can start commands, `->` makes a pair, and spaces are trimmed. */
const atRisk = /[&<>[%]|\s\s|^\s|\s$|[^\S ]|\/\/|^\$/;

const plain: Write = escaped;
/** Empty lines would end the question. */
const marked = (html: string) => `[html]${escaped(html.replaceAll('\n', '&#10;'))}`;
const html: Write = (text, imageUrl = null) => marked(toHtmlWith(text, imageUrl));

/** Choices; weights, as parts of 100, mark a question with several right options. */
function choices({ type, options }: StoredQuestion, write: Write): string[] {
  const share = Number((100 / Math.max(1, options.filter(({ isCorrect }) => isCorrect).length)).toFixed(5));
  return options.map(({ text, imageUrl, isCorrect }) =>
    type === 'MULTIPLE_CHOICE'
      ? `~%${isCorrect ? share : 0}%${write(text, imageUrl)}`
      : `${isCorrect ? '=' : '~'}${write(text, imageUrl)}`,
  );
}

function answers(stored: StoredQuestion, write: Write): string[] {
  const truth = stored.type === 'TRUE_FALSE' ? trueFalseAnswer(stored.options) : undefined;
  if (truth !== undefined) return [truth ? 'TRUE' : 'FALSE'];
  if (stored.type === 'SHORT_ANSWER')
    return acceptedAnswers(stored).map((answer) => `=${write(withoutPattern(answer))}`);
  return choices(stored, write);
}

function blockOf(stored: StoredQuestion): string {
  const { question, questionHtml, explanation, explanationHtml, options } = stored;
  const texts = [question, explanation, ...options.map(({ text }) => text), ...acceptedAnswers(stored)];
  const isPlain =
    questionHtml === null &&
    explanationHtml === null &&
    [stored, ...options].every((part) => part.imageUrl === null) &&
    !texts.some((text) => atRisk.test(text));
  const write = isPlain ? plain : html;
  const lines = answers(stored, write);
  if (explanation !== '') lines.push(`####${isPlain ? plain(explanation) : marked(htmlOfExplanation(stored))}`);
  return `${isPlain ? plain(question) : marked(promptHtml(stored))} {\n${lines.map((line) => `  ${line}\n`).join('')}}\n`;
}

export const writeGift = (questions: readonly StoredQuestion[]): string => questions.map(blockOf).join('\n');
