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

/** Columns of the spreadsheets of Kahoot, Quizizz and of teachers, by ours; their type may be missing. */
const otherColumns: readonly (readonly [RegExp, string])[] = [
  [/^question text$|^question - |^(?:soal|pertanyaan)$/, 'question'],
  [/^question type$/, 'type'],
  [/^correct(?: (?:answer|option)|$)|^(?:kunci|(?:kunci )?jawaban(?: benar)?)$/, 'right answer'],
  [/^image link$/, 'picture'],
  [/^answer explanation$|^(?:pembahasan|penjelasan)$/, 'explanation'],
  [/^(?:points?|skor|poin|bobot)$/, 'score'],
];
const otherOption = /^(?:(?:answer|option|choice|pilihan|opsi|jawaban) ?([1-6a-f])\b|([a-f])$)/;
/** Name of a column as it is compared. */
function columnNamed(heading: string): string {
  const name = folded(heading);
  const [, named, alone] = otherOption.exec(name) ?? [];
  const mark = named ?? alone;
  if (mark) return folded(optionColumn(letters[Number(mark) - 1] ?? mark));
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

/** Options of which the text is the right answer. */
const sameAs = (right: string, cell: Cell) =>
  letters.filter((letter) => folded(right) !== '' && folded(cell(optionColumn(letter))) === folded(right));

/** Letters of the right options; teachers also write their text. Undefined: it names no option, or perhaps two. */
function markedOf(right: string, filled: readonly string[], cell: Cell, isByNumber: boolean): Set<string> | undefined {
  const marked = new Set(lettersIn(right));
  const same = sameAs(right, cell);
  if (![...marked].every((one) => filled.includes(one))) return same.length === 1 ? new Set(same) : undefined;
  const isUnclear = !isByNumber && /^[1-6a-f]$/i.test(right) && same.length > 0 && !same.some((one) => marked.has(one));
  return isUnclear ? undefined : marked;
}

/** Options, with the right ones marked by their letters; a string: a right answer that names none. */
function optionsOf(type: QuestionType, cell: Cell, isByNumber: boolean): Options | string {
  const filled = letters.filter((letter) => (cell(optionColumn(letter)) + cell(pictureColumn(letter))).trim() !== '');
  const right = cell('Right answer').trim();
  const isTrue = ['benar', 'true', 'a'].includes(folded(right));
  if (type === 'TRUE_FALSE' && filled.length === 0)
    return isTrue || ['salah', 'false', 'b'].includes(folded(right)) ? trueOrFalse(isTrue) : right;
  const marked = markedOf(right, filled, cell, isByNumber);
  if (!marked) return right;
  return filled.map((letter) => ({
    text: cell(optionColumn(letter)),
    imageUrl: cell(pictureColumn(letter)).trim() || null,
    isCorrect: marked.has(letter),
  }));
}

/** Type of a question of Kahoot or Quizizz, which may have several right answers without saying so. */
function otherTypeOf(cell: Cell): QuestionType | undefined {
  const type = otherTypes.get(folded(cell('Type')));
  const right = cell('Right answer');
  const isSeveral = type === 'SINGLE_CHOICE' && lettersIn(right).length > 1 && sameAs(right, cell).length === 0;
  return isSeveral ? 'MULTIPLE_CHOICE' : type;
}

/** Answers that are written as options. */
const optionsIn = (cell: Cell) => letters.flatMap((letter) => cell(optionColumn(letter)).trim() || []).join('\n');

interface Layout {
  /** Columns by our names. */
  names: readonly string[];
  headings: readonly string[];
  isOther: boolean;
  /** Whether right answers are numbers of options, as in Kahoot, Quizizz and Blooket. */
  isByNumber: boolean;
}

/** `unread`: filled cells of columns that are not of the template. */
function questionOf(
  line: number,
  cell: Cell,
  unread: readonly (readonly [column: string, text: string])[],
  { isOther, isByNumber }: Layout,
): ReadResult {
  const type = isOther ? otherTypeOf(cell) : types.get(folded(cell('Type')));
  if (!type)
    return fault(
      line,
      `There is no type “${cell('Type').trim()}”`,
      `Write one of these: ${Object.values(questionTypeNames).join(', ')}`,
    );
  const options = hasOptions(type) ? optionsOf(type, cell, isByNumber) : [];
  if (typeof options === 'string')
    return fault(
      line,
      `The right answer “${options}” ${sameAs(options, cell).length > 0 ? 'may name two options' : 'names no option'}`,
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

function layoutOf({ cells }: Row): Layout {
  const headings = cells.map((cell) => cell.trim());
  const isOther = !headings.map(folded).includes('type');
  const isByNumber = !isOther || headings.some((heading) => /^question - |^question text$/i.test(heading));
  return { names: cells.map(columnNamed), headings, isOther, isByNumber };
}

function readRow({ line, cells }: Row, layout: Layout): ReadResult {
  const { names, headings } = layout;
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
    const heading = headings[at] ?? '';
    const isRead = columns.some((column) => names.indexOf(folded(column)) === at);
    const isRowNumber = /^(?:no\.?|nomor|number|#)?$/i.test(heading) && /^\d+\.?$/.test(text.trim());
    return isRead || isRowNumber || text.trim() === '' ? [] : [[heading || `Column ${at + 1}`, text] as const];
  });
  return questionOf(line, (column) => cells[names.indexOf(folded(column))] ?? '', unread, layout);
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
  const layout = layoutOf(header);
  return rest.slice(0, max).map((row) => {
    const result = readRow(row, layout);
    if ('warnings' in result && withPicture.has(row.line)) result.warnings.push(leftOut('A picture on the row'));
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
