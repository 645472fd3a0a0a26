/** Writes questions as a package of QTI 3 items (imsglobal.org/spec/qti/v3p0): a ZIP with a manifest. */
import { explanationHtml, promptHtml } from './written-html.ts';
import { type StoredQuestion, acceptedAnswers, trueFalseAnswer } from './read-result.ts';
import { escapeXml, toHtmlWith } from '#shared/spreadsheet/markup.ts';
import { zipTexts } from '#shared/spreadsheet/zip.ts';

const namespace = 'http://www.imsglobal.org/xsd/imsqtiasi_v3p0';
const rules = 'https://purl.imsglobal.org/spec/qti/v3p0/rptemplates';

interface Answers {
  /** Declaration of the right response; empty: none. */
  declaration: string;
  interaction: string;
  processing: string;
}

const declared = (cardinality: string, type: string, right: readonly string[], mapping = '') => {
  const values = right.map((value) => `<qti-value>${value}</qti-value>`).join('');
  const correct = values && `<qti-correct-response>${values}</qti-correct-response>`;
  return `<qti-response-declaration identifier="RESPONSE" cardinality="${cardinality}" base-type="${type}">${correct}${mapping}</qti-response-declaration>`;
};

/** Identifiers of options; of true/false questions `true` and `false`, by order if the words are unknown. */
function choiceNames({ type, options }: StoredQuestion): string[] {
  if (type !== 'TRUE_FALSE' || options.length !== 2) return options.map((_, index) => `choice${index + 1}`);
  const isFirstTrue =
    (trueFalseAnswer(options) ?? true) === (trueFalseAnswer(options) === undefined || options[0]!.isCorrect);
  return isFirstTrue ? ['true', 'false'] : ['false', 'true'];
}

function choices(stored: StoredQuestion): Answers {
  const names = choiceNames(stored);
  const isMultiple = stored.type === 'MULTIPLE_CHOICE';
  const items = stored.options.map(
    ({ text, imageUrl }, index) =>
      `<qti-simple-choice identifier="${names[index]}">${toHtmlWith(text, imageUrl)}</qti-simple-choice>`,
  );
  return {
    declaration: declared(
      isMultiple ? 'multiple' : 'single',
      'identifier',
      names.filter((_, index) => stored.options[index]!.isCorrect),
    ),
    interaction: `<qti-choice-interaction response-identifier="RESPONSE" shuffle="false" max-choices="${isMultiple ? 0 : 1}">${items.join('')}</qti-choice-interaction>`,
    processing: 'match_correct',
  };
}

/** Text entry: the first answer is the correct response; others get the same points by mapping. */
function written(stored: StoredQuestion): Answers {
  const accepted = acceptedAnswers(stored);
  const entries = accepted.map((answer) => `<qti-map-entry map-key="${escapeXml(answer)}" mapped-value="1"/>`);
  const mapping = accepted.length > 0 ? `<qti-mapping default-value="0">${entries.join('')}</qti-mapping>` : '';
  return {
    declaration: declared('single', 'string', accepted.slice(0, 1).map(escapeXml), mapping),
    interaction: '<div><qti-text-entry-interaction response-identifier="RESPONSE"/></div>',
    processing: 'map_response',
  };
}

const free: Answers = {
  declaration: declared('single', 'string', []),
  interaction: '<qti-extended-text-interaction response-identifier="RESPONSE"/>',
  processing: '',
};

function answersOf(stored: StoredQuestion): Answers {
  if (stored.options.length > 0) return choices(stored);
  return stored.type === 'SHORT_ANSWER' ? written(stored) : free;
}

const outcome = (name: string, type: string, value: string) =>
  `<qti-outcome-declaration identifier="${name}" cardinality="single" base-type="${type}"><qti-default-value><qti-value>${value}</qti-value></qti-default-value></qti-outcome-declaration>`;

function itemXml(stored: StoredQuestion, index: number): string {
  const { declaration, interaction, processing } = answersOf(stored);
  const parts = [
    declaration,
    outcome('SCORE', 'float', '0'),
    outcome('MAXSCORE', 'float', String(stored.score)),
    outcome('FEEDBACK', 'identifier', 'explanation'),
    `<qti-item-body><div>${promptHtml(stored)}</div>${interaction}</qti-item-body>`,
    processing && `<qti-response-processing template="${rules}/${processing}.xml"/>`,
    stored.explanation &&
      `<qti-modal-feedback outcome-identifier="FEEDBACK" identifier="explanation" show-hide="show"><qti-content-body><div>${explanationHtml(stored)}</div></qti-content-body></qti-modal-feedback>`,
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>
<qti-assessment-item xmlns="${namespace}" identifier="question${index + 1}" title="${index + 1}" adaptive="false" time-dependent="false">
${parts.filter(Boolean).join('\n')}
</qti-assessment-item>
`;
}

const manifestOf = (names: readonly string[]) => `<?xml version="1.0" encoding="UTF-8"?>
<manifest xmlns="http://www.imsglobal.org/xsd/qti/qtiv3p0/imscp_v1p1" identifier="questions">
<metadata><schema>QTI Package</schema><schemaversion>3.0.0</schemaversion></metadata>
<organizations/>
<resources>
${names.map((name, index) => `<resource identifier="question${index + 1}" type="imsqti_item_xmlv3p0" href="${name}"><file href="${name}"/></resource>\n`).join('')}</resources>
</manifest>
`;

export function writeQti(questions: readonly StoredQuestion[]): Uint8Array {
  const items = questions.map((stored, index) => [`items/question${index + 1}.xml`, itemXml(stored, index)] as const);
  return zipTexts({ 'imsmanifest.xml': manifestOf(items.map(([name]) => name)), ...Object.fromEntries(items) });
}
