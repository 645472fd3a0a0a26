/** Writes questions in Moodle's XML (docs.moodle.org/en/Moodle_XML_format). */
import { explanationHtml, promptHtml } from './written-html.ts';
import { type StoredQuestion, acceptedAnswers, trueFalseAnswer, withoutPattern } from './read-result.ts';
import { escapeXml, toHtmlWith } from '#shared/spreadsheet/markup.ts';

const asHtml = (name: string, html: string) =>
  `    <${name} format="html"><text><![CDATA[${html}]]></text></${name}>\n`;
const answer = (fraction: number, text: string, format: string) =>
  `    <answer fraction="${fraction}" format="${format}"><text>${text}</text></answer>\n`;

function writtenChoices({ type, options }: StoredQuestion): string {
  const isSingle = type !== 'MULTIPLE_CHOICE';
  const share = Number((100 / Math.max(1, options.filter(({ isCorrect }) => isCorrect).length)).toFixed(5));
  const answers = options.map(({ text, imageUrl, isCorrect }) =>
    answer(isCorrect ? share : 0, `<![CDATA[${toHtmlWith(text, imageUrl)}]]>`, 'html'),
  );
  return `    <single>${isSingle}</single>\n${answers.join('')}`;
}

function written(stored: StoredQuestion): [type: string, answers: string] {
  const truth = stored.type === 'TRUE_FALSE' ? trueFalseAnswer(stored.options) : undefined;
  if (truth !== undefined)
    return [
      'truefalse',
      [true, false].map((one) => answer(one === truth ? 100 : 0, String(one), 'plain_text')).join(''),
    ];
  if (stored.type === 'SHORT_ANSWER')
    return [
      'shortanswer',
      acceptedAnswers(stored)
        .map((text) => answer(100, escapeXml(withoutPattern(text)), 'plain_text'))
        .join(''),
    ];
  return stored.options.length > 0 ? ['multichoice', writtenChoices(stored)] : ['essay', ''];
}

function questionXml(stored: StoredQuestion, index: number): string {
  const [type, answers] = written(stored);
  return `  <question type="${type}">
    <name><text>${escapeXml(`${index + 1}`)}</text></name>
${asHtml('questiontext', promptHtml(stored))}${asHtml('generalfeedback', explanationHtml(stored))}    <defaultgrade>${stored.score}</defaultgrade>
${answers}  </question>
`;
}

export const writeMoodle = (questions: readonly StoredQuestion[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n${questions.map(questionXml).join('')}</quiz>\n`;
