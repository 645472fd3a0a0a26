/** Questions as rows of the spreadsheet format: its columns, reading and writing rows. */
import { type QuestionType, hasOptions, questionTypeNames } from '#contract/course/quiz/questions.ts';
import type { Row } from '#shared/spreadsheet/csv.ts';
import { isCellError } from '#shared/spreadsheet/shown.ts';
import { leftOut } from './losses.ts';
import { type ReadResult, type StoredQuestion, type Options, Losses, fault, trueOrFalse } from './read-result.ts';

const letters = ['A', 'B', 'C', 'D', 'E', 'F'] as const;
const optionColumn = (letter: string) => `Option ${letter}`;
const pictureColumn = (letter: string) => `Picture ${letter}`;
const columns = [
  'Type',
  'Question',
  ...letters.map(optionColumn),
  'Right answer',
  'Explanation',
  'Score',
  'Picture',
  ...letters.map(pictureColumn),
] as const;

const folded = (text: string) => text.trim().toLowerCase();
const isBlank = ({ cells }: Row) => cells.every((cell) => cell.trim() === '');

/** Columns of the spreadsheets of Kahoot and Quizizz, by ours; their type may be missing. */
const otherColumns: readonly (readonly [RegExp, string])[] = [
  [/^question text$|^question - /, 'question'],
  [/^question type$/, 'type'],
  [/^correct answer/, 'right answer'],
  [/^image link$/, 'picture'],
  [/^answer explanation$/, 'explanation'],
];
/** Name of a column as it is compared. */
function columnNamed(heading: string): string {
  const name = folded(heading);
  const [, number] = /^(?:answer|option) ([1-6])\b/.exec(name) ?? [];
  if (number) return folded(optionColumn(letters[Number(number) - 1]!));
  return otherColumns.find(([pattern]) => pattern.test(name))?.[1] ?? name;
}
export function isHeader(cells: readonly string[]): boolean {
  const names = new Set(cells.map(columnNamed));
  return names.has('question') && (names.has('type') || names.has('right answer'));
}

const types = new Map(
  Object.entries(questionTypeNames).flatMap(([type, label]) =>
    [type, label].map((name) => [folded(name), type as QuestionType]),
  ),
);

/** Types of Quizizz: its multiple choice has one right answer. */
const otherTypes = new Map<string, QuestionType>([
  ['', 'SINGLE_CHOICE'],
  ['multiple choice', 'SINGLE_CHOICE'],
  ['checkbox', 'MULTIPLE_CHOICE'],
  ['fill-in-the-blank', 'SHORT_ANSWER'],
]);

type Cell = (column: string) => string;

/** Letters of the right options, which may be written as numbers; Excel reads `1,2` as a number. */
const lettersIn = (right: string): string[] =>
  right.split(/[\s,;.]+/).flatMap((one) => (one === '' ? [] : (letters[Number(one) - 1] ?? one.toUpperCase())));

/** Options, with the right ones marked by their letters; a string: letters of which one has no option. */
function optionsOf(type: QuestionType, cell: Cell): Options | string {
  const filled = letters.filter((letter) => (cell(optionColumn(letter)) + cell(pictureColumn(letter))).trim() !== '');
  const right = cell('Right answer').trim();
  const isTrue = ['benar', 'true', 'a'].includes(folded(right));
  if (type === 'TRUE_FALSE' && filled.length === 0)
    return isTrue || ['salah', 'false', 'b'].includes(folded(right)) ? trueOrFalse(isTrue) : right;
  const marked = new Set(lettersIn(right));
  if ([...marked].some((one) => !filled.some((letter) => letter === one))) return right;
  return filled.map((letter) => ({
    text: cell(optionColumn(letter)),
    imageUrl: cell(pictureColumn(letter)).trim() || null,
    isCorrect: marked.has(letter),
  }));
}

/** Type of a question of Kahoot or Quizizz, which may have several right answers without saying so. */
function otherTypeOf(cell: Cell): QuestionType | undefined {
  const type = otherTypes.get(folded(cell('Type')));
  return type === 'SINGLE_CHOICE' && lettersIn(cell('Right answer')).length > 1 ? 'MULTIPLE_CHOICE' : type;
}

/** Answers that are written as options. */
const optionsIn = (cell: Cell) => letters.flatMap((letter) => cell(optionColumn(letter)).trim() || []).join('\n');

/** `unread`: filled cells of columns that are not of the template. */
function questionOf(
  line: number,
  cell: Cell,
  unread: readonly (readonly [column: string, text: string])[],
  isOther: boolean,
): ReadResult {
  const type = isOther ? otherTypeOf(cell) : types.get(folded(cell('Type')));
  if (!type)
    return fault(
      line,
      `There is no type “${cell('Type').trim()}”`,
      `Write one of these: ${Object.values(questionTypeNames).join(', ')}`,
    );
  const options = hasOptions(type) ? optionsOf(type, cell) : [];
  if (typeof options === 'string')
    return fault(
      line,
      `The right answer “${options}” names no option`,
      'Write the letters of the right options, as A or A, C',
    );
  const losses = new Losses();
  losses.add(unread.map(([column, text]) => leftOut(`The column “${column}” (“${text.trim().slice(0, 80)}”)`)));
  return {
    line,
    draft: {
      type,
      options,
      question: cell('Question'),
      imageUrl: cell('Picture').trim() || null,
      answerKey: (!hasOptions(type) && (cell('Right answer') || optionsIn(cell))) || null,
      explanation: cell('Explanation'),
      score: cell('Score').trim() === '' ? 1 : losses.scoreOf(cell('Score')),
    },
    warnings: losses.warnings,
  };
}

/** Questions of at most `max` rows below the header; one fault if there is no header. */
export function readRows(
  rows: readonly Row[],
  max: number,
  withPicture: ReadonlySet<number> = new Set(),
): ReadResult[] {
  const filled = rows.filter((row) => !isBlank(row));
  // Others explain their columns above them.
  const start = filled.slice(0, 20).findIndex(({ cells }) => isHeader(cells));
  const [header, ...rest] = start < 0 ? [] : filled.slice(start);
  if (!header)
    return [
      fault(
        filled[0]?.line ?? 1,
        'There are no columns “Type” and “Question”',
        'Begin with the first row of the template',
      ),
    ];
  const names = header.cells.map(columnNamed);
  const isOther = !header.cells.map(folded).includes('type');
  return rest.slice(0, max).map(({ line, cells }) => {
    const broken = cells.findIndex(
      (cell, at) => isCellError(cell) && columns.some((column) => folded(column) === names[at]),
    );
    if (broken >= 0)
      return fault(
        line,
        `Cell ${String.fromCodePoint(65 + broken)}${line} shows the error ${cells[broken]!}`,
        'Correct it in the spreadsheet, and save the file again',
      );
    const unread = cells.flatMap((text, at) => {
      const isRead = columns.some((column) => names.indexOf(folded(column)) === at);
      const isRowNumber = (header.cells[at] ?? '').trim() === '' && /^\d+$/.test(text);
      return isRead || isRowNumber || text.trim() === ''
        ? []
        : [[header.cells[at]?.trim() || `Column ${at + 1}`, text] as const];
    });
    const result = questionOf(line, (column) => cells[names.indexOf(folded(column))] ?? '', unread, isOther);
    if ('warnings' in result && withPicture.has(line)) result.warnings.push(leftOut('A picture on the row'));
    return result;
  });
}

/** Row of a question, in the order of {@link columns}. */
function rowOf({
  type,
  question,
  options,
  answerKey,
  explanation,
  score,
  imageUrl,
}: StoredQuestion): (string | number)[] {
  const right = letters.filter((_, index) => options[index]?.isCorrect).join(', ');
  return [
    questionTypeNames[type],
    question,
    ...letters.map((_, index) => options[index]?.text ?? ''),
    hasOptions(type) ? right : (answerKey ?? ''),
    explanation,
    score,
    imageUrl ?? '',
    ...letters.map((_, index) => options[index]?.imageUrl ?? ''),
  ];
}

/** Header row, followed by the rows of the questions. */
export const rowsOf = (questions: readonly StoredQuestion[]): (readonly (string | number)[])[] => [
  columns,
  ...questions.map(rowOf),
];
