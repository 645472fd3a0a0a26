/** Tests reading of Moodle's XML and QTI, with samples from the formats' documentation. */
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { preview, summarize } from './testing/summarize.ts';

it('QTI with points for each choice has their sum as score, and names what others cost', async () => {
  const sample = `<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="i" title="t" adaptive="false" timeDependent="false">
    <responseDeclaration identifier="R" cardinality="multiple" baseType="identifier"><correctResponse><value>a</value><value>c</value></correctResponse>
      <mapping lowerBound="0" defaultValue="-1"><mapEntry mapKey="a" mappedValue="2"/><mapEntry mapKey="c" mappedValue="2"/></mapping></responseDeclaration>
    <outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float"/>
    <itemBody><choiceInteraction responseIdentifier="R" maxChoices="0"><prompt>Mana?</prompt><simpleChoice identifier="a">A</simpleChoice><simpleChoice identifier="b">B</simpleChoice><simpleChoice identifier="c">C</simpleChoice></choiceInteraction></itemBody>
    <responseProcessing template="http://www.imsglobal.org/question/qti_v2p1/rptemplates/map_response"/></assessmentItem>`;
  const [only] = (await preview(sample)).questions;
  expect(only?.question).toMatchObject({ type: 'MULTIPLE_CHOICE', score: 4 });
  expect(only?.warnings).toEqual(['Points per option (a: 2, c: 2, others: -1) were left out']);
});

it('Moodle XML has numbers accepted with and without needless zeros', async () => {
  const sample = '<quiz><question type="numerical"><questiontext format="html"><text>Berapa?</text></questiontext><answer fraction="100"><text>2.50</text><tolerance>0</tolerance></answer></question></quiz>'; // prettier-ignore
  expect((await preview(sample)).questions[0]?.question.answerKey).toBe('2.50\n2.5');
});

it.each(['False', ' false\n', '0', ''])(
  'Moodle XML with <single>%s</single> has several right options',
  async (single) => {
    const answers = ['50', '50', '0']
      .map((part, at) => `<answer fraction="${part}"><text>${at}</text></answer>`)
      .join('');
    const sample = `<quiz><question type="multichoice"><questiontext><text>Mana?</text></questiontext><single>${single}</single>${answers}</question></quiz>`;
    expect((await summarize(sample)).questions).toEqual([[1, 'MULTIPLE_CHOICE', 'Mana?', ['* 0', '* 1', '- 2']]]);
  },
);

it('Moodle XML with options that nobody filled in loses them by name, but not one that is right', async () => {
  const sample = (fraction: number) =>
    `<quiz><question type="multichoice"><questiontext><text>Mana?</text></questiontext><single>true</single>${['ya', 'tidak', ''].map((text, at) => `<answer fraction="${at === fraction ? 100 : 0}"><text>${text}</text></answer>`).join('')}</question></quiz>`;
  const [only] = (await preview(sample(0))).questions;
  expect(only?.question.options.map(({ text }) => text)).toEqual(['ya', 'tidak']);
  expect(only?.warnings).toEqual(['The empty option 3 was left out']);
  expect((await preview(sample(2))).errors).toMatchObject([
    { reason: 'Option 3: Write something, or choose a picture' },
  ]);
});

describe('Moodle XML', () => {
  it('reads the examples of its documentation', async () => {
    const sample = `<?xml version="1.0" ?>
<quiz>
<question type="category"><category><text>$course$/Biologi</text></category></question>
<question type="multichoice">
  <name><text>Sel</text></name>
  <questiontext format="html"><text><![CDATA[<p>Apa <em>inti</em> sel?</p><p><img src="https://gambar.sample.test/sel.png" alt=""></p>]]></text></questiontext>
  <generalfeedback format="html"><text>&lt;p&gt;Lihat &amp;amp; baca&lt;/p&gt;</text></generalfeedback>
  <defaultgrade>2.0000000</defaultgrade>
  <single>true</single>
  <answer fraction="100" format="html"><text>Nukleus</text><feedback><text>Correct!</text></feedback></answer>
  <answer fraction="0" format="html"><text>Vakuola &lt; besar</text></answer>
</question>
<question type="truefalse">
  <questiontext format="plain_text"><text>2 &lt; 3</text></questiontext>
  <answer fraction="0"><text>false</text></answer>
  <answer fraction="100"><text>true</text></answer>
</question>
<question type="shortanswer">
  <questiontext format="html"><text>Ibu kota?</text></questiontext>
  <answer fraction="100"><text>Jakarta</text></answer>
  <answer fraction="50"><text>DKI</text></answer>
  <answer fraction="0"><text>Bandung</text></answer>
</question>
<question type="matching"><questiontext format="html"><text>Pasangkan</text></questiontext></question>
</quiz>`;
    const { format, questions, errors } = await preview(sample);
    expect({ format, errors }).toEqual({
      format: 'moodle',
      errors: [
        {
          line: 24,
          reason: 'A question of the type “matching” cannot be asked here',
          mend: 'Make it one with options or a short answer, or take it out',
        },
      ],
    });
    expect(questions).toEqual([
      {
        line: 4,
        question: {
          type: 'SINGLE_CHOICE',
          question: 'Apa inti sel?',
          questionHtml: '<p>Apa <em>inti</em> sel?</p>',
          imageUrl: 'https://gambar.sample.test/sel.png',
          options: [
            { text: 'Nukleus', imageUrl: null, isCorrect: true },
            { text: 'Vakuola < besar', imageUrl: null, isCorrect: false },
          ],
          answerKey: null,
          explanation: 'Lihat & baca',
          explanationHtml: null,
          score: 2,
        },
        warnings: ['Feedback on single answers was left out'],
      },
      {
        line: 13,
        question: {
          type: 'TRUE_FALSE',
          question: '2 < 3',
          questionHtml: null,
          imageUrl: null,
          options: [
            { text: 'Benar', imageUrl: null, isCorrect: true },
            { text: 'Salah', imageUrl: null, isCorrect: false },
          ],
          answerKey: null,
          explanation: '',
          explanationHtml: null,
          score: 1,
        },
        warnings: [],
      },
      {
        line: 18,
        question: {
          type: 'SHORT_ANSWER',
          question: 'Ibu kota?',
          questionHtml: null,
          imageUrl: null,
          options: [],
          answerKey: 'Jakarta',
          explanation: '',
          explanationHtml: null,
          score: 1,
        },
        warnings: ['The partly right answers “DKI” were left out'],
      },
    ]);
  });

  it.each([
    ['ISO-8859-1', (text: string) => Buffer.from(text, 'latin1')],
    ['windows-1252', (text: string) => Buffer.from(text, 'latin1')],
    ['UTF-8', (text: string) => Buffer.from(text)],
    ['UTF-16', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['UTF-16', (text: string) => Buffer.from(text, 'utf16le')],
    ['UTF-16', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
    ['utf-16', (text: string) => Buffer.from(text)],
  ])('reads XML in the encoding that it declares: %s', async (encoding, encode) => {
    const xml = `<?xml version="1.0" encoding="${encoding}"?>
<quiz><question type="shortanswer"><questiontext><text>Kafé</text></questiontext><answer fraction="100"><text>é</text></answer></question></quiz>`;
    expect((await summarize(encode(xml))).questions).toEqual([[2, 'SHORT_ANSWER', 'Kafé', 'é']]);
  });

  it('reports where XML is malformed', async () => {
    const { format, errors } = await preview('<quiz>\n<question type="essay">\n</quiz>');
    expect(format).toBeNull();
    expect(errors).toMatchObject([{ line: 3, mend: 'Save the file again, or mend this line' }]);
  });
});

const qti2 = `<?xml version="1.0" encoding="UTF-8"?>
<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="choice" title="Unattended Luggage" adaptive="false" timeDependent="false">
  <responseDeclaration identifier="RESPONSE" cardinality="single" baseType="identifier">
    <correctResponse><value>ChoiceA</value></correctResponse>
  </responseDeclaration>
  <outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float"/>
  <itemBody>
    <p>Look at the text in the picture.</p>
    <p><img src="https://gambar.sample.test/sign.png" alt="NEVER LEAVE LUGGAGE UNATTENDED"/></p>
    <choiceInteraction responseIdentifier="RESPONSE" shuffle="false" maxChoices="1">
      <prompt>What does it say?</prompt>
      <simpleChoice identifier="ChoiceA">You must stay with your luggage at all times.</simpleChoice>
      <simpleChoice identifier="ChoiceB">Do not let someone else look after your luggage.</simpleChoice>
    </choiceInteraction>
  </itemBody>
</assessmentItem>`;

const qti3 = `<qti-assessment-item xmlns="http://www.imsglobal.org/xsd/imsqtiasi_v3p0" identifier="h2o" title="Hydrogen">
  <qti-response-declaration identifier="RESPONSE" cardinality="multiple" base-type="identifier">
    <qti-correct-response><qti-value>H</qti-value><qti-value>O</qti-value></qti-correct-response>
    <qti-mapping default-value="-2"><qti-map-entry map-key="H" mapped-value="1"/><qti-map-entry map-key="Cl" mapped-value="-1"/></qti-mapping>
  </qti-response-declaration>
  <qti-item-body>
    <qti-choice-interaction response-identifier="RESPONSE" max-choices="0">
      <qti-prompt>Which elements form water?</qti-prompt>
      <qti-simple-choice identifier="H">Hydrogen</qti-simple-choice>
      <qti-simple-choice identifier="Cl">Chlorine</qti-simple-choice>
      <qti-simple-choice identifier="O">Oxygen</qti-simple-choice>
    </qti-choice-interaction>
  </qti-item-body>
</qti-assessment-item>`;

const entry = qti3
  .replace('cardinality="multiple" base-type="identifier"', 'cardinality="single" base-type="string"')
  .replace(
    /<qti-correct-response>.*<\/qti-correct-response>/,
    '<qti-correct-response><qti-value>York</qti-value></qti-correct-response>',
  )
  .replace(
    /<qti-mapping.*<\/qti-mapping>/,
    '<qti-mapping default-value="0"><qti-map-entry map-key="York" mapped-value="1"/><qti-map-entry map-key="york" mapped-value="0.5"/></qti-mapping>',
  )
  .replace(
    /<qti-choice-interaction[\s\S]*<\/qti-choice-interaction>/,
    '<p>Now is the winter made glorious summer by this sun of <qti-text-entry-interaction response-identifier="RESPONSE"/>.</p>',
  );

describe('QTI', () => {
  it('reads an item of QTI 2', async () => {
    const { format, questions } = await preview(qti2);
    expect(format).toBe('qti');
    expect(questions[0]?.question).toMatchObject({
      type: 'SINGLE_CHOICE',
      question: 'Look at the text in the picture.\nWhat does it say?',
      imageUrl: 'https://gambar.sample.test/sign.png',
      options: [
        { isCorrect: true },
        { text: 'Do not let someone else look after your luggage.', imageUrl: null, isCorrect: false },
      ],
    });
  });

  it('reads a package in the order of its manifest, and names missing files', async () => {
    const resource = (href: string) => `<resource identifier="${href}" type="imsqti_item_xmlv3p0" href="${href}"/>`;
    const zip = zipSync({
      'imsmanifest.xml': strToU8(
        `<manifest xmlns="http://www.imsglobal.org/xsd/qti/qtiv3p0/imscp_v1p1"><resources>${['b.xml', 'sub/a.xml', 'lost.xml'].map(resource).join('')}</resources></manifest>`,
      ),
      'sub/a.xml': strToU8(qti3),
      'b.xml': strToU8(entry),
      'inner.zip': zipSync({ 'x.xml': strToU8(qti2) }),
    });
    expect(await summarize(zip)).toEqual({
      format: 'qti',
      questions: [
        [1, 'SHORT_ANSWER', 'Now is the winter made glorious summer by this sun of _____.', 'York'],
        [2, 'MULTIPLE_CHOICE', 'Which elements form water?', ['* Hydrogen', '- Chlorine', '* Oxygen']],
      ],
      errors: [
        { line: 3, reason: 'The package names “lost.xml”, but does not hold it', mend: 'Save the package again' },
      ],
    });
  });

  it('reads the items of a package whose manifest names the test only', async () => {
    const zip = zipSync({
      'imsmanifest.xml': strToU8(
        '<manifest><resources><resource identifier="T" type="imsqti_test_xmlv2p2" href="test.xml"/></resources></manifest>',
      ),
      'test.xml': strToU8('<assessmentTest><assessmentItemRef identifier="a" href="a/a.xml"/></assessmentTest>'),
      'a/a.xml': strToU8(qti3),
    });
    expect(await summarize(zip)).toMatchObject({
      questions: [[1, 'MULTIPLE_CHOICE', 'Which elements form water?', {}]],
      errors: [],
    });
  });

  it('names a text that is included from another file, and has a point where its processing adds them up', async () => {
    const included = '<p>Baca:</p><xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="bacaan.xml"/>';
    const outcome = '<outcomeDeclaration identifier="MAXSCORE" cardinality="single"><defaultValue><value>0</value></defaultValue></outcomeDeclaration>'; // prettier-ignore
    const processing = '<responseProcessing><setOutcomeValue identifier="MAXSCORE"/></responseProcessing>';
    const file = (rest: string) =>
      qti2
        .replace('<itemBody>', `${outcome}<itemBody>${included}`)
        .replace('</assessmentItem>', `${rest}</assessmentItem>`);
    const [summed] = (await preview(file(processing))).questions;
    expect(summed).toMatchObject({ question: { score: 1 }, warnings: ['The text “bacaan.xml” was left out'] });
    expect((await preview(file(''))).questions[0]?.question.score).toBe(0);
  });

  it('names the catalog of help for readers as left out', async () => {
    const catalog = '<qti-catalog-info><qti-catalog id="c"><qti-card support="keyword-translation"/></qti-catalog></qti-catalog-info>'; // prettier-ignore
    const [only] = (await preview(qti3.replace('</qti-assessment-item>', `${catalog}</qti-assessment-item>`)))
      .questions;
    expect(only?.warnings).toContain('Help for readers (a catalog) was left out');
  });

  it('reports unsupported interactions', async () => {
    const order = qti2.replaceAll('choiceInteraction', 'orderInteraction');
    expect((await preview(order)).errors).toEqual([
      {
        line: 1,
        reason: 'An item with orderInteraction cannot be asked here',
        mend: 'Leave one choiceInteraction or textEntryInteraction in it, or take it out',
      },
    ]);
  });
});
