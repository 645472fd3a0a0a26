/** Tests reading of QTI 1.2 in the dialects of Canvas and Blackboard and of the standard, and archives with pictures. */
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { previewOf } from './service.ts';
import { preview } from './testing/summarize.ts';

const file = (items: string, doctype = '') =>
  `<?xml version="1.0" encoding="UTF-8"?>${doctype}<questestinterop xmlns="http://www.imsglobal.org/xsd/ims_qtiasiv1p2">
  <assessment ident="a"><section>${items}</section></assessment></questestinterop>`;
const text = (html: string, type = 'text/html') =>
  `<material><mattext texttype="${type}"><![CDATA[${html}]]></mattext></material>`;
const fields = (values: Record<string, string>) =>
  `<itemmetadata><qtimetadata>${Object.entries(values)
    .map(([label, value]) => `<qtimetadatafield><fieldlabel>${label}</fieldlabel><fieldentry>${value}</fieldentry></qtimetadatafield>`)
    .join('')}</qtimetadata></itemmetadata>`; // prettier-ignore
const label = (id: string, content: string) => `<response_label ident="${id}">${content}</response_label>`;
const choices = (labels: string, cardinality = 'Single') =>
  `<response_lid ident="r" rcardinality="${cardinality}"><render_choice>${labels}</render_choice></response_lid>`;
const entry = '<response_str ident="r" rcardinality="Single"><render_fib><response_label ident="A"/></render_fib></response_str>'; // prettier-ignore
const is = (value: string, more = '') => `<varequal respident="r"${more}>${value}</varequal>`;
const when = (test: string, rest: string, more = '') =>
  `<respcondition${more}><conditionvar>${test}</conditionvar>${rest}</respcondition>`;
const sets = (score: string, action = 'Set') => `<setvar action="${action}" varname="SCORE">${score}</setvar>`;
const shows = (id: string) => `<displayfeedback feedbacktype="Response" linkrefid="${id}"/>`;
const feedback = (id: string, html: string) =>
  `<itemfeedback ident="${id}"><flow_mat>${text(html)}</flow_mat></itemfeedback>`;
interface Item {
  meta?: string;
  shown: string;
  scoring: string;
  outcomes?: string;
  rest?: string;
}
const percent = '<outcomes><decvar maxvalue="100" minvalue="0" varname="SCORE" vartype="Decimal"/></outcomes>';
const item = ({ meta = '', shown, scoring, outcomes = percent, rest = '' }: Item) =>
  `<item ident="i" title="t">${meta}<presentation>${shown}</presentation><resprocessing>${outcomes}${scoring}</resprocessing>${rest}</item>`;

async function read(items: string, kind: 'QUIZ' | 'SURVEY' = 'QUIZ') {
  const { format, questions, errors } = await preview(file(items), kind);
  expect(format).toBe('qti');
  return {
    questions: questions.map(({ question, warnings }) => ({ ...question, warnings })),
    reasons: errors.map(({ reason }) => reason),
  };
}
async function only(items: string) {
  const { questions, reasons } = await read(items);
  expect(reasons).toEqual([]);
  const [{ options, ...question }] = questions as [(typeof questions)[number]];
  return { ...question, options: options.map(({ text: shown, isCorrect }) => `${isCorrect ? '*' : ''}${shown}`) };
}

const two = label('1', text('Satu', 'text/plain')) + label('2', text('Dua', 'text/plain'));

describe('an item of Canvas', () => {
  const canvas = (question_type: string, points_possible = '1.0') => fields({ question_type, points_possible });
  it('has its question, points, right choice and general feedback, and names what is lost', async () => {
    const scoring = [
      when('<other/>', shows('general_fb'), ' continue="Yes"'),
      when(is('1'), shows('1_fb'), ' continue="Yes"'),
      when(is('2'), sets('100') + shows('correct_fb'), ' continue="No"'),
      when('<other/>', shows('general_incorrect_fb'), ' continue="Yes"'),
    ].join('');
    const rest = ['general_fb', '1_fb', 'correct_fb', 'general_incorrect_fb'].map((id) => feedback(id, `<p>${id}</p>`));
    const shown = text('<div><p>2<sup>3</sup>?</p></div>') + choices(two);
    expect(
      await only(item({ meta: canvas('multiple_choice_question', '2.5'), shown, scoring, rest: rest.join('') })),
    ).toMatchObject({
      type: 'SINGLE_CHOICE',
      question: '2³?',
      questionHtml: '<p>2<sup>3</sup>?</p>',
      options: ['Satu', '*Dua'],
      explanation: 'general_fb',
      score: 3,
      warnings: [
        'Feedback on single answers was left out',
        'Feedback on right and wrong answers was left out',
        'The score 2.5 became 3: scores are whole numbers',
      ],
    });
  });

  it('is true or false, or has several short answers', async () => {
    const labels = label('919', text('True', 'text/plain')) + label('2680', text('False', 'text/plain'));
    const truth = item({ shown: text('Ya?') + choices(labels), scoring: when(is('2680'), sets('100')) });
    expect(await only(truth)).toMatchObject({ type: 'TRUE_FALSE', options: ['True', '*False'] });
    const scoring = when(is('Jakarta') + is('DKI Jakarta'), sets('100'), ' continue="No"');
    const short = item({ meta: canvas('short_answer_question'), shown: text('Ibu kota?') + entry, scoring });
    expect(await only(short)).toMatchObject({ type: 'SHORT_ANSWER', answerKey: 'Jakarta\nDKI Jakarta', warnings: [] });
  });

  it.each([
    ['matching_question', 'A matching question'],
    ['ordering_question', 'An ordering question'],
    ['multiple_dropdowns_question', 'A question with several lists to choose from'],
    ['fill_in_multiple_blanks_question', 'A question with several blanks'],
    ['calculated_question', 'A question with a formula'],
    ['file_upload_question', 'A question that is answered with a file'],
    ['hot_spot_question', 'A question about a place in a picture'],
    ['text_only_question', 'A text without a question'],
  ])('of the kind %s is named, and the others are read', async (kind, words) => {
    const other = item({ shown: text('Ya?') + choices(two), scoring: when(is('1'), sets('100')) });
    const { questions, reasons } = await read(item({ meta: canvas(kind), shown: choices(two), scoring: '' }) + other);
    expect(reasons).toEqual([`${words} cannot be asked here`]);
    expect(questions).toMatchObject([{ question: 'Ya?' }]);
  });

  it.each([
    ['a range', `<or>${is('77')}<and><vargte respident="r">70</vargte><varlte respident="r">84</varlte></and></or>`, null],
    ['no tolerance', `<or>${is('5')}<and><vargte respident="r">5.0</vargte><varlte respident="r">5.0</varlte></and></or>`, '5'],
    ['a part of a text', '<varsubstring respident="r">x</varsubstring>', null],
  ])('with %s is refused unless it is an answer', async (_, test, answerKey) => {
    const { questions, reasons } = await read(item({ shown: text('n?') + entry, scoring: when(test, sets('100')) }));
    expect(questions.map((one) => one.answerKey)).toEqual(answerKey === null ? [] : [answerKey]);
    expect(reasons).toHaveLength(answerKey === null ? 1 : 0);
  }); // prettier-ignore
});

describe('an item of Blackboard', () => {
  const formatted = (html: string) =>
    `<material><mat_extension><mat_formattedtext type="HTML">${html}</mat_formattedtext></mat_extension></material>`;
  const block = (content: string) => `<flow class="Block"><flow class="FORMATTED_TEXT_BLOCK">${content}</flow></flow>`;
  const blackboard = (kind: string) =>
    `<itemmetadata><bbmd_questiontype>${kind}</bbmd_questiontype><qmd_absolutescore_max>4.0</qmd_absolutescore_max></itemmetadata>`;
  const max =
    '<outcomes><decvar defaultval="0.0" maxvalue="4.0" minvalue="0.0" varname="SCORE" vartype="Decimal"/></outcomes>';
  const right = (test: string) =>
    when(test, '<setvar action="Set" variablename="SCORE">SCORE.max</setvar>', ' title="correct"') +
    when('<other/>', sets('0.0'), ' title="incorrect"');

  it('has formatted texts in flows, and its score', async () => {
    const labels = ['merah', 'kuning'].map(
      (one, at) =>
        `<flow_label>${label(String(at), `<flow_mat>${formatted(`&lt;span&gt;${one}&lt;/span&gt;`)}</flow_mat>`)}</flow_label>`,
    );
    const shown = block(formatted('&lt;i&gt;Warna&lt;/i&gt;?')) + block(choices(labels.join('')));
    const scoring = right(is('1', ' case="No"'));
    expect(await only(item({ meta: blackboard('Multiple Choice'), shown, scoring, outcomes: max }))).toMatchObject({
      type: 'SINGLE_CHOICE',
      question: 'Warna?',
      options: ['merah', '*kuning'],
      score: 4,
    });
  });

  it('is true or false by its identifiers, and an essay is a free text', async () => {
    const labels = label('true', '') + label('false', '');
    const truth = item({
      meta: blackboard('True/False'),
      shown: block(text('Benarkah?')) + choices(labels),
      scoring: right(is('false')),
      outcomes: max,
    });
    expect(await only(truth)).toMatchObject({ type: 'TRUE_FALSE', options: ['true', '*false'] });
    const essay = item({ meta: blackboard('Essay'), shown: text('Jelaskan') + entry, scoring: '' });
    const { questions } = await read(essay, 'SURVEY');
    expect(questions).toMatchObject([{ type: 'TEXT', question: 'Jelaskan' }]);
  });

  it('has words for the keys of Either/Or', async () => {
    const either = (key: string) => {
      const labels = ['true', 'false'].map((one) => label(`${key}.${one}`, text(`${key}.${one}\n  `, 'text/plain')));
      const shown = text('Setuju?') + choices(labels.join(''));
      return only(item({ meta: blackboard('Either/Or'), shown, scoring: right(is(`${key}.false`)), outcomes: max }));
    };
    expect(await either('agree_disagree')).toMatchObject({ type: 'SINGLE_CHOICE', options: ['Agree', '*Disagree'] });
    expect(await either('true_false')).toMatchObject({ type: 'TRUE_FALSE', options: ['True', '*False'] });
  });

  it.each(['Matching', 'Ordering', 'Hot Spot', 'File Upload', 'Jumbled Sentence', 'Calculated'])(
    'of the kind %s is named',
    async (kind) => {
      const { reasons } = await read(item({ meta: blackboard(kind), shown: text('x') + choices(two), scoring: '' }));
      expect(reasons).toEqual([expect.stringMatching(/ cannot be asked here$/)]);
    },
  );
});

describe('an item of Respondus', () => {
  const respondus = (qtype: string, qpoints = '2.00') =>
    fields({ respondusapi_qtype: qtype, respondusapi_qpoints: qpoints }).replaceAll('qtimetadatafield', 'qti_metadatafield'); // prettier-ignore

  it('has its points, which its scoring does not have', async () => {
    const shown = text('Mana?') + choices(two);
    expect(
      await only(item({ meta: respondus('multipleChoice'), shown, scoring: when(is('2'), sets('1')), outcomes: '' })),
    ).toMatchObject({ options: ['Satu', '*Dua'], score: 2 });
  });

  it.each([
    ['fillInMultiple', 'A question with several blanks cannot be asked here'],
    ['textInformation', 'A text without a question cannot be asked here'],
    ['matching', 'A matching question cannot be asked here'],
  ])('of the kind %s is named', async (kind, reason) => {
    expect((await read(item({ meta: respondus(kind), shown: text('x'), scoring: '' }))).reasons).toEqual([reason]);
  });
});

it('an item of WebCT has the points of its score, not of other variables', async () => {
  const outcomes = '<outcomes><decvar varname="SCORE" defaultval="0.0"/><decvar varname="answerValue"/></outcomes>';
  const both = (points: string) => sets(points, 'Add') + sets(points, 'Add').replace('SCORE', 'answerValue');
  const scoring = when(is('1'), both('100')) + when(is('2'), both('0'));
  expect(await only(item({ shown: text('Mana?') + choices(two), scoring, outcomes }))).toMatchObject({
    options: ['*Satu', 'Dua'],
    score: 1,
  });
});

it('an item of Canvas below a text of several questions names that text as left out', async () => {
  const meta = fields({ question_type: 'multiple_choice_question', parent_stimulus_item_ident: 's1' });
  const shown = text('Apa isi bacaan?') + choices(two);
  const { warnings } = await only(item({ meta, shown, scoring: when(is('1'), sets('100')) }));
  expect(warnings).toEqual(['The text above the question was left out']);
});

it.each([
  ['a decimal', entry.replace('<render_fib>', '<render_fib fibtype="Decimal">')],
  ['a number', entry.replaceAll('response_str', 'response_num')],
])('an answer that is declared %s is accepted without needless zeros', async (_, declared) => {
  const shown = text('Berapa?') + declared;
  expect((await only(item({ shown, scoring: when(is('4.0'), sets('1')) }))).answerKey).toBe('4.0\n4');
});

describe('an item of the standard', () => {
  it('has points added up by choices, a default score, and a document type', async () => {
    const outcomes = '<outcomes><decvar varname="SCORE1" vartype="Integer" defaultval="1"/></outcomes>';
    const scoring = when(is('1'), sets(' 10 ', 'Add')) + when(is('2'), sets('5', 'Subtract'));
    const whole = file(
      item({ shown: text('Mana?') + choices(two), scoring, outcomes }),
      '\n<!DOCTYPE questestinterop SYSTEM "ims_qtiasiv1p2p1.dtd">\n',
    );
    const { questions, errors } = await preview(whole);
    expect(errors).toEqual([]);
    expect(questions).toMatchObject([
      {
        line: 4,
        question: { score: 10, options: [{ isCorrect: true }, { isCorrect: false }] },
        warnings: ['Points per option (100%, -50%) were left out'],
      },
    ]);
  });

  it('has a document type that declares elements, as Canvas may write it', async () => {
    const shown = text('Mana?') + choices(two);
    const type = '\n<!DOCTYPE questestinterop [\n<!ELEMENT item ANY>\n<!ATTLIST item ident CDATA "x">\n]>\n';
    const { questions, errors } = await preview(file(item({ shown, scoring: when(is('1'), sets('1')) }), type));
    expect(errors).toEqual([]);
    expect(questions).toMatchObject([{ line: 7, question: { options: [{ isCorrect: true }, { isCorrect: false }] } }]);
  });

  it('has every choice that adds points, each with its part', async () => {
    const scoring = ['1', '3'].map((id) => when(is(id), sets('2', 'Add'))).join('');
    const labels = two + label('3', text('Tiga'));
    const shown = text('Mana?') + choices(labels, 'Multiple');
    expect(await only(item({ shown, scoring, outcomes: '' }))).toMatchObject({
      options: ['*Satu', 'Dua', '*Tiga'],
      score: 4,
      warnings: [],
    });
  });

  it('has its gap in the sentence, answers that differ in case named, and partly right ones', async () => {
    const shown = `<flow>${text('Now is the', 'text/plain')}${entry}${text('of our discontent', 'text/plain')}</flow>`;
    const scoring =
      when(is('Winter', ' case="Yes"'), sets('4'), ' continue="No"') +
      when(is('Winter time'), sets('2'), ' continue="No"');
    expect(await only(item({ shown, scoring, outcomes: '' }))).toMatchObject({
      type: 'SHORT_ANSWER',
      question: 'Now is the _____ of our discontent',
      answerKey: 'Winter',
      score: 4,
      warnings: [
        'The partly right answers “Winter time” were left out',
        'Answers are accepted in capital and small letters alike',
      ],
    });
  });

  it('keeps lines of a plain text, but not those of the file', async () => {
    const scoring = when(is('1'), sets('1'));
    const code = item({ shown: text('if x:\n    y()\nz()', 'text/plain') + choices(two), scoring });
    expect((await only(code)).question).toBe('if x:\n    y()\nz()');
    const wrapped = item({ shown: text('Satu\n\t\t\t\t\tdua', 'text/plain') + choices(two), scoring });
    expect((await only(wrapped)).question).toBe('Satu dua');
  });

  it.each([
    ['pairs', `${text('x')}<response_grp ident="r" rcardinality="Multiple"><render_choice/></response_grp>`, 'A matching question cannot be asked here'],
    ['an order', text('x') + choices(two, 'Ordered'), 'An ordering question cannot be asked here'],
    ['a place', `${text('x')}<response_xy ident="r"><render_hotspot/></response_xy>`, 'A question about a place in a picture cannot be asked here'],
    ['two gaps', text('x') + entry + entry, 'The item asks several things at once'],
    ['nothing', text('x'), 'The item asks nothing'],
    ['no right choice', text('x') + choices(two), 'No option is marked right'],
  ])('with %s is named', async (_, shown, reason) => {
    expect((await read(item({ shown, scoring: '' }))).reasons).toEqual([reason]);
  }); // prettier-ignore
});

const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const zipped = (parts: Record<string, string | Uint8Array>) =>
  previewOf(
    Buffer.from(
      zipSync(
        Object.fromEntries(
          Object.entries(parts).map(([name, part]) => [name, typeof part === 'string' ? strToU8(part) : part]),
        ),
      ),
    ),
    'QUIZ',
  );

describe('a package', () => {
  const right = when(is('1'), sets('100'));
  const withPicture = (address: string) =>
    file(item({ shown: text(`Apa ini? <img src="${address}">`) + choices(two), scoring: right }));
  const manifest = '<manifest><resources><resource type="imsqti_xmlv1p2"><file href="q/q.xml"/></resource></resources></manifest>'; // prettier-ignore

  it.each([
    ['beside the file', 'gambar%201.png', 'q/gambar 1.png'],
    ['in the folder of Canvas', '$IMS-CC-FILEBASE$/Uploaded%20Media/a.png?canvas_download=1', 'web_resources/Uploaded Media/a.png'],
    ['of Respondus', '%%LINKPATH%%a 2.png', 'a 2.png'],
    ['below a folder', '$IMS_CC_FILE_BASE$org1/images/a.png', 'exam/org1/images/a.png'],
    ['by the number of Blackboard', '@X@EmbeddedFile.requestUrlStub@X@bbcswebdav/xid-123_1', 'csfiles/home_dir/a__xid-123_1.png'],
  ])('has its pictures %s', async (_, address, name) => {
    const { questions, pictures } = await zipped({
      'imsmanifest.xml': manifest,
      'q/q.xml': withPicture(address),
      'other/a.png': png,
      [name]: png,
    });
    expect(pictures).toHaveLength(1);
    expect(questions).toMatchObject([{ question: { question: 'Apa ini?' }, warnings: [] }]);
  }); // prettier-ignore

  it('names a picture that two files may be', async () => {
    const { questions, pictures } = await zipped({ 'q.xml': withPicture('x/a.png'), 'b/a.png': png, 'c/a.png': png });
    expect(pictures).toEqual([]);
    expect(questions).toMatchObject([{ warnings: ['The picture “a.png” was left out'] }]);
  });

  it('has numbers accepted as Canvas writes them, and as members do', async () => {
    const number = (value: string) => `<varequal respident="r">${value}</varequal>`;
    const { questions } = await zipped({
      'imsmanifest.xml': manifest,
      'q/q.xml': file(item({ meta: fields({ question_type: 'numerical_question' }), shown: text('Berapa?') + entry, scoring: when(number('4.0'), sets('100')) })),
    }); // prettier-ignore
    expect(questions[0]?.question.answerKey).toBe('4.0\n4');
  });

  it('names questions that Canvas takes from a bank outside of it', async () => {
    const quiz = (bank: string) =>
      file(
        `<bankentry_item sourcebank_ref="${bank}" item_ref="x"/><section ident="g"><selection_ordering><selection><sourcebank_ref>${bank}</sourcebank_ref><selection_number>2</selection_number></selection></selection_ordering></section>`,
      );
    const bank = `<questestinterop><objectbank ident="gBank">${item({ shown: text('Apa?') + choices(two), scoring: right })}</objectbank></questestinterop>`;
    const summary = async (parts: Record<string, string>) => {
      const { questions, errors } = await zipped({ 'imsmanifest.xml': manifest, ...parts });
      return [questions.length, ...errors.map(({ reason }) => reason)];
    };
    const missing = 'Questions are taken from a bank that is not in this file';
    expect(await summary({ 'q/q.xml': quiz('gBank') })).toEqual([0, missing]);
    expect(await summary({ 'q/q.xml': quiz('gBank'), 'non_cc_assessments/gBank.xml.qti': bank })).toEqual([1]);
    expect(await summary({ 'q/q.xml': quiz('gOther'), 'non_cc_assessments/gBank.xml.qti': bank })).toEqual([
      1,
      missing,
    ]);
  });

  it('is read once where Canvas writes a quiz twice, and numbers its items through', async () => {
    const one = (words: string) => item({ shown: text(words) + choices(two), scoring: right });
    const { questions, errors } = await zipped({
      'imsmanifest.xml': manifest,
      'g1/assessment_qti.xml': file(one('Satu')),
      'non_cc_assessments/g1.xml.qti': file(one('Satu') + one('Dua')),
      'non_cc_assessments/g2.xml.qti': file(item({ shown: '', scoring: '' })),
      'non_cc_assessments/g3.xml.qti': '<questestinterop',
    });
    expect(questions.map(({ line, question }) => [line, question.question])).toEqual([
      [1, 'Satu'],
      [2, 'Dua'],
    ]);
    expect(errors.map(({ line }) => line)).toEqual([3, 4]);
  });

  it('has pictures and sounds of materials', async () => {
    const media = `<material><matimage imagtype="image/png" uri="a.png" label="Peta"/><mataudio audiotype="audio/mpeg" uri="b.mp3"/></material>`;
    const inText = `<material><matimage imagtype="image/png" embedded="base64">${Buffer.from(png).toString('base64')}</matimage></material>`;
    const shown = text('Di mana?') + media + choices(label('1', inText) + label('2', text('Dua')));
    const { questions, pictures } = await zipped({ 'q.xml': file(item({ shown, scoring: right })), 'a.png': png });
    expect(pictures).toHaveLength(2);
    expect(questions).toMatchObject([
      {
        question: { imageUrl: expect.any(String), options: [{ imageUrl: expect.any(String) }, { imageUrl: null }] },
        warnings: ['The sound “b.mp3” was left out'],
      },
    ]);
  });
});

describe('an archive of a text with its pictures', () => {
  const moodle = `<quiz><question type="multichoice"><questiontext format="html"><text><![CDATA[<p>Apa?</p><img src="@@PLUGINFILE@@/a.png">]]></text></questiontext>
    <answer fraction="100"><text>ya</text></answer><answer fraction="0"><text>tidak</text></answer></question></quiz>`;
  it.each([
    ['gift', 'soal.txt', 'Apa? <img src="img/a.png"> {=ya ~tidak}'],
    ['gift', 'soal.gift', '[html]<p>Apa?</p><img src\\="@@PLUGINFILE@@/img/a.png"> {=ya ~tidak}'],
    ['moodle', 'soal.xml', moodle],
    ['aiken', 'soal.txt', 'Apa? <img src="a.png">\nA. ya\nB. tidak\nANSWER: A'],
  ])('reads %s', async (format, name, content) => {
    const preview = await zipped({
      [name]: content,
      'img/a.png': png,
      [`__MACOSX/._${name}`]: 'x',
      'BACA.txt': 'Halo, ini soal saya.',
    });
    expect(preview).toMatchObject({
      format,
      errors: [],
      pictures: [{ index: 0 }],
      questions: [{ question: { question: expect.stringMatching(/^Apa\?\s*$/), imageUrl: expect.any(String) }, warnings: [] }],
    });
  }); // prettier-ignore

  it('refuses several files of questions, and an archive without any', async () => {
    const gift = 'Apa? {=ya ~tidak}';
    expect((await zipped({ 'a.txt': gift, 'b.txt': gift })).errors).toMatchObject([
      {
        reason: 'This ZIP holds several files of questions (2)',
        mend: 'Import them one by one, each with its pictures',
      },
    ]);
    expect((await zipped({ 'a.png': png })).errors).toMatchObject([
      { reason: expect.stringContaining('holds no questions') },
    ]);
  });
});

it('reads UTF-8 that says it is Latin-1, and Latin-1', async () => {
  const whole = file(item({ shown: text('Nilai π ≈ é?') + choices(two), scoring: when(is('1'), sets('1')) })).replace(
    'UTF-8',
    'ISO-8859-1',
  );
  expect((await preview(whole)).questions).toMatchObject([{ question: { question: 'Nilai π ≈ é?' } }]);
  const latin = Buffer.from(whole.replace('π ≈ ', ''), 'latin1');
  expect((await previewOf(latin, 'QUIZ')).questions).toMatchObject([{ question: { question: 'Nilai é?' } }]);
});
