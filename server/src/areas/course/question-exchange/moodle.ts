/** Reads questions in Moodle's XML (docs.moodle.org/en/Moodle_XML_format). */
import {
  type FindFile,
  type ImportedQuestion,
  type ReadResult,
  Losses,
  fault,
  spellingsOf,
  trueOrFalse,
} from './read-result.ts';
import { type ReadHtml, readHtml, unformatted } from './html.ts';
import { caseLost, feedbackLost, unescapedPath } from './losses.ts';
import { readMarkdown } from './markdown.ts';
import { type XmlElement, descendantsOf, elementOf, elementsOf, textOf } from '#shared/spreadsheet/xml.ts';

/** Text of an element such as `<questiontext format="html"><text>…`. */
function shown(parent: XmlElement | undefined): ReadHtml {
  const text = parent ? textOf(elementOf(parent, 'text')) : '';
  const format = parent?.attributes['format'] ?? 'html';
  if (format === 'plain_text') return unformatted(text);
  if (format === 'markdown') return readMarkdown(text);
  // In Moodle's own format, lines end where the text's do.
  return readHtml(format === 'moodle_auto_format' ? text.trim().replace(/\r?\n/g, '<br/>') : text);
}

const fractionOf = ({ attributes }: XmlElement) => Number(attributes['fraction'] ?? 0);

type Answers = Pick<ImportedQuestion, 'type' | 'options' | 'answerKey'>;
/** Reads the answers of a type; a string: what cannot be asked. */
type ReadAnswers = (question: XmlElement, losses: Losses) => Answers | string;

/** An empty `<single/>` means false, a missing one true; other programs write `False`. */
function isSingleChoice(question: XmlElement): boolean {
  const single = elementOf(question, 'single');
  return !single || !['false', '0', ''].includes(textOf(single).trim().toLowerCase());
}

const choices: ReadAnswers = (question, losses) => {
  const isSingle = isSingleChoice(question);
  const answers = elementsOf(question, 'answer');
  losses.addShares(answers.map(fractionOf), !isSingle);
  return {
    type: isSingle ? 'SINGLE_CHOICE' : 'MULTIPLE_CHOICE',
    // With a single answer, fractions below 100 mark partly right answers.
    options: answers.map((answer, index) => ({
      ...losses.optionOf(shown(answer), index, (address) => fileOf(answer, address) ?? losses.findFile(address)),
      isCorrect: isSingle ? fractionOf(answer) === 100 : fractionOf(answer) > 0,
    })),
  };
};

/** Text of an answer that is plain whatever its format attribute. */
const plainText = (answer: XmlElement) => textOf(elementOf(answer, 'text'));
/** Answers with full points. */
const right = (question: XmlElement) => elementsOf(question, 'answer').filter((answer) => fractionOf(answer) === 100);

const accepted: ReadAnswers = (question, losses) => {
  const partly = elementsOf(question, 'answer').filter((answer) => fractionOf(answer) > 0 && fractionOf(answer) < 100);
  losses.addPartialAnswers(partly.map(plainText));
  if (textOf(elementOf(question, 'usecase')).trim() === '1') losses.add([caseLost]);
  const answers = right(question).map(plainText);
  const isNumber = question.attributes['type'] === 'numerical';
  return { type: 'SHORT_ANSWER', answerKey: losses.answersOf(isNumber ? answers.flatMap(spellingsOf) : answers) };
};

const isExact = (question: XmlElement) =>
  elementsOf(question, 'answer')
    .filter((answer) => fractionOf(answer) > 0)
    .every((answer) => Number(textOf(elementOf(answer, 'tolerance')).trim() || 0) === 0);

const readers: Readonly<Record<string, ReadAnswers>> = {
  multichoice: choices,
  truefalse: (question) => {
    const [answer] = right(question);
    const options = trueOrFalse(answer !== undefined && plainText(answer).trim().toLowerCase() === 'true');
    // Without a right answer no option is marked, which is reported as a fault.
    return {
      type: 'TRUE_FALSE',
      options: answer ? options : options.map((one) => ({ ...one, isCorrect: false })),
    };
  },
  shortanswer: accepted,
  numerical: (question, losses) => (isExact(question) ? accepted(question, losses) : 'A number with a tolerance'),
  essay: () => ({ type: 'TEXT' }),
};

function scoreOf(question: XmlElement, losses: Losses): number {
  const grade = elementOf(question, 'defaultgrade');
  return grade ? losses.scoreOf(textOf(grade)) : 1;
}

/** Feedback that Moodle writes into each new question. */
const usualFeedback =
  /^(?:your answer is (?:partially )?(?:correct|incorrect)\.?|jawaban anda (?:sebagian )?(?:benar|salah)\.?)$/i;

/** Elements that hold a text which has no place here. */
const parts: readonly (readonly [loss: string, names: readonly string[]])[] = [
  ['Feedback on the result was left out', ['correctfeedback', 'partiallycorrectfeedback', 'incorrectfeedback']],
  ['Hints were left out', ['hint']],
  ['Notes for those who grade were left out', ['graderinfo']],
  ['The template of the answer was left out', ['responsetemplate']],
  ['Units of numbers were left out', ['units']],
];
const isWritten = (element: XmlElement | undefined): boolean => {
  const { text, pictures } = element?.name === 'units' ? readHtml(textOf(element)) : shown(element);
  return pictures.length > 0 || (text.trim() !== '' && !usualFeedback.test(text.trim()));
};

function addLostParts(question: XmlElement, losses: Losses): void {
  for (const [loss, names] of parts)
    if (names.some((name) => elementsOf(question, name).some(isWritten))) losses.add([loss]);
  if (elementsOf(question, 'answer').some((answer) => isWritten(elementOf(answer, 'feedback'))))
    losses.add([feedbackLost]);
}

/** File of a question that a text refers to as `@@PLUGINFILE@@/folder/name`. */
function fileOf(question: XmlElement, address: string): Uint8Array | undefined {
  const path = /^@@PLUGINFILE@@\/?([^?#]*)/i.exec(address)?.[1];
  if (path === undefined) return undefined;
  const names = new Set([path, unescapedPath(path)]);
  const file = descendantsOf(question, 'file').find(({ attributes: { path: folder = '/', name = '' } }) =>
    names.has(`${folder}${name}`.replace(/^\/+/, '')),
  );
  return file && Buffer.from(textOf(file), 'base64');
}

/** Text with the picture that Moodle 1.9 wrote beside it. */
function withOldPicture(question: XmlElement, read: ReadHtml): ReadHtml {
  const [name, data] = ['image', 'image_base64'].map((one) => textOf(elementOf(question, one)).trim());
  if (!name && !data) return read;
  const address = data ? `data:image/png;base64,${data.replace(/\s+/g, '')}` : name!;
  return { ...read, pictures: [...read.pictures, { address, alt: name ?? '', isInText: false }] };
}

function questionOf(question: XmlElement, beside?: FindFile): ReadResult {
  const { line, attributes } = question;
  const type = attributes['type'] ?? '';
  const losses = new Losses((address) => fileOf(question, address) ?? beside?.(address));
  const answers = Object.hasOwn(readers, type) ? readers[type]!(question, losses) : `A question of the type “${type}”`;
  if (typeof answers === 'string')
    return fault(line, `${answers} cannot be asked here`, 'Make it one with options or a short answer, or take it out');
  const prompt = losses.promptOf(withOldPicture(question, shown(elementOf(question, 'questiontext'))));
  const explanation = losses.explanationOf(shown(elementOf(question, 'generalfeedback')));
  addLostParts(question, losses);
  return losses.resultOf(line, { ...answers, ...prompt, ...explanation, score: scoreOf(question, losses) });
}

export const readMoodle = (quiz: XmlElement, max: number, beside?: FindFile): ReadResult[] =>
  elementsOf(quiz, 'question')
    .filter(({ attributes }) => attributes['type'] !== 'category')
    .slice(0, max)
    .map((question) => questionOf(question, beside));
