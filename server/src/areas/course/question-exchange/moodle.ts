/** Reads questions in Moodle's XML (docs.moodle.org/en/Moodle_XML_format). */
import { type ImportedQuestion, type ReadResult, fault, trueOrFalse } from './read-result.ts';
import { fromHtml } from '#shared/spreadsheet/markup.ts';
import { type XmlElement, elementOf, elementsOf, textOf } from '#shared/spreadsheet/xml.ts';

/** Text and picture of an element such as `<questiontext format="html"><text>…`; HTML unless the format is plain. */
function shown(parent: XmlElement | undefined): { text: string; imageUrl: string | null } {
  if (!parent) return { text: '', imageUrl: null };
  const text = textOf(elementOf(parent, 'text'));
  const isPlain = ['plain_text', 'markdown'].includes(parent.attributes['format'] ?? 'html');
  return isPlain ? { text, imageUrl: null } : fromHtml(text);
}
const shownIn = (question: XmlElement, name: string) => shown(elementOf(question, name));

const fractionOf = ({ attributes }: XmlElement) => Number(attributes['fraction'] ?? 0);

function choices(question: XmlElement): Pick<ImportedQuestion, 'type' | 'options'> {
  const isSingle = !['false', '0'].includes(textOf(elementOf(question, 'single')).trim());
  const answers = elementsOf(question, 'answer');
  return {
    type: isSingle ? 'SINGLE_CHOICE' : 'MULTIPLE_CHOICE',
    // With a single answer, fractions below 100 mark partly right answers.
    options: answers.map((answer) => ({
      text: shown(answer).text,
      isCorrect: isSingle ? fractionOf(answer) === 100 : fractionOf(answer) > 0,
    })),
  };
}

type Answers = Pick<ImportedQuestion, 'type' | 'options' | 'answerKey'>;
/** Text of an answer that is plain whatever its format attribute. */
const plainText = (answer: XmlElement) => textOf(elementOf(answer, 'text'));
/** Answers with full points; partly right ones are left out. */
const right = (question: XmlElement) => elementsOf(question, 'answer').filter((answer) => fractionOf(answer) === 100);
const accepted = (question: XmlElement): Answers => ({
  type: 'SHORT_ANSWER',
  answerKey: right(question).map(plainText).join('\n'),
});
const isExact = (question: XmlElement) =>
  elementsOf(question, 'answer').every((answer) => Number(textOf(elementOf(answer, 'tolerance')) || 0) === 0);

const readers: Readonly<Record<string, (question: XmlElement) => Answers | undefined>> = {
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
  numerical: (question) => (isExact(question) ? accepted(question) : undefined),
  essay: () => ({ type: 'TEXT' }),
};

function scoreOf(question: XmlElement): number {
  const grade = elementOf(question, 'defaultgrade');
  return grade ? Number(textOf(grade)) : 1;
}

function questionOf(question: XmlElement): ReadResult {
  const { line, attributes } = question;
  const type = attributes['type'] ?? '';
  const answers = Object.hasOwn(readers, type) ? readers[type]?.(question) : undefined;
  if (!answers)
    return fault(
      line,
      `A question of the type “${type}” cannot be asked here`,
      'Make it one with options or a short answer, or take it out',
    );
  const { text, imageUrl } = shownIn(question, 'questiontext');
  const explanation = shownIn(question, 'generalfeedback').text;
  return { line, draft: { ...answers, question: text, imageUrl, explanation, score: scoreOf(question) } };
}

export const readMoodle = (quiz: XmlElement, max: number): ReadResult[] =>
  elementsOf(quiz, 'question')
    .filter(({ attributes }) => attributes['type'] !== 'category')
    .slice(0, max)
    .map(questionOf);
