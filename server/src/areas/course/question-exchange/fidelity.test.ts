/** Tests that questions of files keep their meaning, and that what they lose is named. */
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { previewOf } from './service.ts';
import { preview } from './testing/summarize.ts';

const bare = '<answer fraction="100"><text>ya</text></answer><answer fraction="0"><text>tidak</text></answer>';
const moodle = (html: string, rest = bare, type = 'multichoice') =>
  `<quiz><question type="${type}"><questiontext format="html"><text><![CDATA[${html}]]></text></questiontext>${rest}</question></quiz>`;

async function only(file: string, kind: 'QUIZ' | 'SURVEY' = 'QUIZ') {
  const { questions, errors } = await preview(file, kind);
  expect(errors).toEqual([]);
  expect(questions).toHaveLength(1);
  const [{ question, warnings }] = questions as [(typeof questions)[number]];
  return {
    ...question,
    options: question.options.map(({ text, imageUrl }) => (imageUrl === null ? text : [text, imageUrl])),
    warnings,
  };
}
const reasons = async (file: string) => (await preview(file)).errors.map(({ reason }) => reason);

describe('HTML', () => {
  const code = 'for i in range(2):\n    if i:\n        print("a")\n    else:\n        print("b")';
  it.each([
    ['code', `<p>Apa yang dicetak?</p><pre>${code}</pre>`, `Apa yang dicetak?\n${code}`],
    ['code with marks and line ends of its own', '<pre><code><span>if</span> x:<br>\ty\r\n</code></pre>', 'if x:\n\ty'],
    ['code by its style', '<div style="white-space: pre-wrap">a\n  b</div>', 'a\n  b'],
    ['superscripts', 'Berapa 2<sup>10</sup>, e<sup>x+1</sup>, x<sup>n</sup>, a<sup>b</sup>?', 'Berapa 2¹⁰, e^(x+1), xⁿ, a^b?'],
    ['a superscript that goes on', 'a<sup>b</sup>c', 'a^(b)c'],
    ['subscripts', 'H<sub>2</sub>O, a<sub>i</sub>', 'H₂O, a_i'],
    ['tables', '<p>Baca:</p><table><tr><th>Port</th><th>Layanan</th></tr>\n<tr><td>22</td><td></td></tr></table>', 'Baca:\nPort | Layanan\n22 | '],
    ['lists', '<ol type="a" start="2"><li>satu<ul><li>dalam</li></ul></li> <li><p>dua</p></li></ol>', 'b. satu\n  - dalam\nc. dua'],
    ['named references', '<p>Caf&eacute; &ndash; &ldquo;x&rdquo; &ge; 5 &rarr; &hellip; &amp;lt;</p>', 'Café – “x” ≥ 5 → … &lt;'],
    ['links', '<a href="https://a.test/b">Baca</a> <a href="https://a.test/">a.test</a> <a href="#x">ini</a>', 'Baca (https://a.test/b) a.test ini'],
    ['formulas', '<math><mfrac><mrow><mi>a</mi><mo>+</mo><mn>1</mn></mrow><mn>2</mn></mfrac><mo>=</mo><msup><mi>x</mi><mn>2</mn></msup></math>', '(a + 1)/2 = x²'],
    ['roots and matrices', '<m:math xmlns:m="x"><m:msqrt><m:mi>y</m:mi></m:msqrt><m:mtable><m:mtr><m:mtd>1</m:mtd></m:mtr></m:mtable></m:math>', '√(y)[1]'],
    ['pictures of formulas', 'Hitung <img class="equation_image" src="x.png" data-equation-content="x^2">', 'Hitung x^2'],
    ['signs that look like elements', 'List<String> dan #include <stdio.h>, 1 < 2', 'List<String> dan #include <stdio.h>, 1 < 2'],
    ['notes above words', '<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>', '漢(kan)'],
  ])('keeps %s', async (_, html, text) => {
    const { question, warnings } = await only(moodle(html));
    expect({ question, warnings }).toEqual({ question: text, warnings: [] });
  }); // prettier-ignore

  it.each([
    ['<audio src="@@PLUGINFILE@@/a%20b.mp3"></audio>', 'The sound “a b.mp3” was left out'],
    ['<video><source src="b.mp4"></video>', 'The video “b.mp4” was left out'],
    ['<iframe src="https://youtu.be/x"></iframe>', 'The page “https://youtu.be/x” was left out'],
    ['<object data="c.swf"></object>', 'The file “c.swf” was left out'],
    ['<object data="c" type="image/png">x</object>', 'The picture “c” was left out'],
    ['<svg><title>Segitiga</title><text>a</text></svg>', 'A drawing (SVG) “Segitiga” was left out'],
    ['<a href="@@PLUGINFILE@@/d.pdf">baca</a>', 'The file “d.pdf” was left out'],
    ['<img src="http://contoh.test/e.png">', 'The picture “e.png” was left out'],
    ['<img alt="kucing" src="data:image/svg+xml,%3Csvg/%3E">', 'The picture “kucing” was left out'],
    ['<mark>kata</mark>', 'The mark on “kata” was left out'],
    ['<script>alert(1)</script>', 'A script was left out'],
  ])('names what is lost of %s', async (html, warning) => {
    expect((await only(moodle(`Soal ${html}`))).warnings).toEqual([warning]);
  });

  const rich = (html: string) => only(moodle(html)).then(({ question, questionHtml }) => [question, questionHtml]);

  it.each([
    ['code', `<pre>if x:\n    y\n\nz</pre>`, '<pre><code>if x:\n    y\n\nz</code></pre>'],
    ['code with line breaks and marks', '<pre><span>a</span><br><b>b</b></pre>', '<pre><code>a\nb</code></pre>'],
    ['code within a line', '<p>Apa <code>List&lt;String&gt;</code> itu?</p>', '<p>Apa <code>List&lt;String&gt;</code> itu?</p>'],
    ['superscripts and subscripts', '2<sup>10</sup>, H<sub>2</sub>O', '<p>2<sup>10</sup>, H<sub>2</sub>O</p>'],
    ['tables with merged cells', '<table border="1"><thead><tr><th colspan="2">Port</th></tr></thead><tr><td>22</td><td>ssh<br>x</td></tr></table>', '<table><tbody><tr><th colspan="2"><p>Port</p></th></tr><tr><td><p>22</p></td><td><p>ssh<br>x</p></td></tr></tbody></table>'],
    ['lists within lists', '<ol type="a" start="2"><li>satu<ul><li>dalam</li></ul></li><li value="5">lima</li></ol>', '<ol start="2" type="a"><li><p>satu</p><ul><li><p>dalam</p></li></ul></li></ol><ol start="5" type="a"><li><p>lima</p></li></ol>'],
    ['links', '<a href="https://a.test/b?x=1&amp;y=2">Baca</a>', '<p><a target="_blank" rel="noopener noreferrer nofollow" href="https://a.test/b?x=1&amp;y=2">Baca</a></p>'],
    ['marks of elements and styles', '<div><b>a <i>b</i></b> <span style="text-decoration: underline">c</span><del>d</del></div>', '<p><strong>a <em>b</em></strong> <u>c</u><s>d</s></p>'],
    ['headings and quotations', '<h1>Judul</h1><blockquote>kata</blockquote>', '<h2>Judul</h2><blockquote><p>kata</p></blockquote>'],
    ['references', '<p><b>Caf&eacute;</b>&nbsp;&amp;lt; &quot;</p>', '<p><strong>Café</strong>&nbsp;&amp;lt; "</p>'],
  ])('keeps the format of %s', async (_, html, formatted) => {
    expect((await rich(html))[1]).toBe(formatted);
  }); // prettier-ignore

  it('stores no format of paragraphs and line breaks alone, nor of colours and empty elements', async () => {
    expect(await rich('<p>satu<br>dua</p><div><span style="color:red">tiga</span></div><b> </b>')).toEqual([
      'satu\ndua\ntiga',
      null,
    ]);
  });

  it('removes scripts, addresses of scripts, and attributes of events', async () => {
    const html =
      '<b onclick="x()">a</b><script>x()</script><a href="javascript:x()">b</a><img src="/a.png" onerror="x()" alt="">' +
      '<img src="https://a.test/b.png&quot; onerror=&quot;x()"><style>b{}</style><sup style="position:fixed">c</sup>';
    const { question, questionHtml } = await only(moodle(html));
    expect(question).toBe('ab ^c');
    expect(questionHtml).toBe('<p><strong>a</strong>b<img src="/a.png" alt=""><sup>c</sup></p>');
  });

  it('keeps several pictures in their places, the only one as that of the question, and names those it cannot', async () => {
    const file = moodle(
      '<p>Bandingkan <img src="https://contoh.test/a.png"> dengan <img src="https://contoh.test/b.png"></p>',
      `<generalfeedback><text>Lihat &lt;img src="d.png"&gt;</text></generalfeedback>${bare.replace('ya', 'Kiri &lt;img src="https://contoh.test/c.png"&gt; &lt;img src="https://contoh.test/e.png"&gt;')}`,
    );
    expect(await only(file)).toMatchObject({
      question: 'Bandingkan dengan',
      questionHtml:
        '<p>Bandingkan <img src="https://contoh.test/a.png" alt=""> dengan <img src="https://contoh.test/b.png" alt=""></p>',
      imageUrl: null,
      options: [['Kiri', 'https://contoh.test/c.png'], 'tidak'],
      warnings: ['Option 1: the picture “e.png” was left out', 'Explanation: the picture “d.png” was left out'],
    });
  });

  it('keeps options that are only pictures, and refuses one whose picture is missing by its name', async () => {
    const picture = (name: string) => `&lt;img src="https://contoh.test/${name}.png"&gt;`;
    const both = bare.replace('ya', picture('a')).replace('tidak', picture('b'));
    expect((await only(moodle('Mana?', both))).options).toEqual([
      ['', 'https://contoh.test/a.png'],
      ['', 'https://contoh.test/b.png'],
    ]);
    expect(await reasons(moodle('Mana?', both.replace('b.png', 'a.png')))).toEqual(['Two options are the same']);
    expect(await reasons(moodle('Mana?', bare.replace('ya', '&lt;img src="c.png"&gt;')))).toEqual([
      'Option 1: Write something, or choose a picture. Option 1: the picture “c.png” was left out',
    ]);
  });

  it('refuses text that is nested too deep', async () => {
    await expect(preview(moodle('<div>'.repeat(100_000)))).rejects.toMatchObject({ statusCode: 400 });
  });
});

describe('Moodle XML', () => {
  const answer = (text: string, fraction: number, tolerance?: string) =>
    `<answer fraction="${fraction}"><text>${text}</text>${tolerance === undefined ? '' : `<tolerance>${tolerance}</tolerance>`}</answer>`;

  it('takes every number without a tolerance, and names partly right ones', async () => {
    const numbers = answer('2', 100, '0') + answer('3.50', 100, '0.0') + answer('4', 50, '0') + answer('*', 0, '1');
    expect(await only(moodle('n', numbers, 'numerical'))).toMatchObject({
      type: 'SHORT_ANSWER',
      answerKey: '2\n3.50\n3.5',
      warnings: ['The partly right answers “4” were left out'],
    });
    expect(await reasons(moodle('n', answer('2', 100, '0') + answer('3', 100, '0.1'), 'numerical'))).toEqual([
      'A number with a tolerance cannot be asked here',
    ]);
  });

  it.each(['matching', 'ordering', 'ddwtos', 'multianswer', 'calculated', 'description'])(
    'refuses the type %s by its name',
    async (type) => {
      expect(await reasons(moodle('n', '', type))).toEqual([`A question of the type “${type}” cannot be asked here`]);
    },
  );

  it('rounds scores, and names what answers lose', async () => {
    const rest = `<defaultgrade>0.4000000</defaultgrade><single>false</single>
      <correctfeedback format="html"><text>Your answer is correct.</text></correctfeedback><hint><text>Pikirkan</text></hint>
      ${answer('a', 70)}${answer('b', 30)}${answer('c', -100).replace('</answer>', '<feedback><text>Bukan</text></feedback></answer>')}`;
    expect(await only(moodle('n', rest))).toMatchObject({
      score: 1,
      warnings: [
        'Points per option (70%, 30%, -100%) were left out',
        'Hints were left out',
        'Feedback on single answers was left out',
        'The score 0.4 became 1: scores are whole numbers',
      ],
    });
  });

  it('keeps the lines of plain text, Markdown and Moodle’s own format', async () => {
    const text = 'a:\n    <b>b</b>';
    const inFormat = (format: string) => moodle(text).replace('"html"', `"${format}"`);
    expect((await only(inFormat('plain_text'))).question).toBe(text);
    expect((await only(inFormat('markdown'))).question).toBe(text);
    expect((await only(inFormat('moodle_auto_format'))).question).toBe('a:\nb');
  });
});

describe('GIFT', () => {
  it('keeps lines and indentation of prompts, answers and explanations', async () => {
    const gift = 'Apa hasilnya?\nfor i in x:\n    print(i)  # a {=satu\n  dua ~x  y\n~ tiga\n####karena\n begitu}';
    expect(await only(gift)).toMatchObject({
      question: 'Apa hasilnya?\nfor i in x:\n    print(i)  # a',
      options: ['satu\n  dua', 'x  y', 'tiga'],
      explanation: 'karena\n begitu',
      warnings: [],
    });
  });

  it('reads markup of texts without a format, but not elements that a question is about', async () => {
    expect((await only('2<sup>10</sup>\nitu? {T}')).question).toBe('2¹⁰\nitu?');
    expect(await only('Apa guna <b>? {=tebal ~<i>}')).toMatchObject({
      question: 'Apa guna <b>?',
      options: ['tebal', '<i>'],
    });
  });

  it.each([
    ['{# =2 =3}', '2\n3', []],
    ['{#\n\t=%100%2:0#\n\t=%100%3..3#\n\t~*#bukan\n}', '2\n3', ['Feedback on single answers was left out']],
    ['{#2:0}', '2', []],
    ['{#=2 =%50%3:0}', '2', ['The partly right answers “3” were left out']],
    ['{=J*karta =%50%DKI}', 'J*karta', ['The partly right answers “DKI” were left out', 'The * in “J*karta” stands for itself, not for any text']],
  ])('takes the answers of %s', async (answers, answerKey, warnings) => {
    expect(await only(`n ${answers}`)).toMatchObject({ answerKey, warnings });
  }); // prettier-ignore

  it('names what cannot be asked, with its line', async () => {
    const { errors } = await preview(
      'n {#2:0.5}\n\nn {#1..2}\n\nn {#=1 =2:1}\n\nn {=a -> b =c -> d}\n\nurut {>2 ALL V\na\nb\n}\n\na\nb\nc {=x } {=y}',
    );
    expect(errors.map(({ line, reason }) => [line, reason])).toEqual([
      [1, 'A number with a tolerance cannot be asked here'],
      [3, 'A number with a tolerance cannot be asked here'],
      [5, 'A number with a tolerance cannot be asked here'],
      [7, 'Matching pairs cannot be asked here'],
      [9, 'Ordering cannot be asked here'],
      [16, expect.stringContaining('The answers cannot be read')],
    ]);
  });
});

it('Aiken keeps the indentation and empty lines of a question', async () => {
  expect((await only('Apa?\nfor i:\n    i\n\nakhir\nA. x\nB. y\nANSWER: A\n')).question).toBe(
    'Apa?\nfor i:\n    i\n\nakhir',
  );
});

it('a table names the columns that are not read, and rounds scores', async () => {
  const csv = 'Type,Question,Option A,Option B,Option G,Right answer,Score\nSingle choice,a,b,c,lebih,A,"2,5"\n';
  expect(await only(csv)).toMatchObject({
    score: 3,
    warnings: ['The column “Option G” (“lebih”) was left out', 'The score 2.5 became 3: scores are whole numbers'],
  });
});

it('a spreadsheet keeps scripts of a cell, and names the pictures on a row', async () => {
  const word = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
  const raised =
    '<c t="inlineStr"><is><r><t>2</t></r><r><rPr><vertAlign val="superscript"/></rPr><t>10</t></r><r><t>?</t></r></is></c>';
  const rows = [['Type', 'Question', 'Option A', 'Option B', 'Right answer'].map(word), ['Single choice', '', 'a', 'b', 'A'].map((text, at) => (at === 1 ? raised : word(text)))]; // prettier-ignore
  const sheet = rows.map((cells, at) => `<row r="${at + 1}">${cells.join('')}</row>`).join('');
  const file = zipSync({
    'xl/workbook.xml': strToU8('<workbook/>'),
    'xl/worksheets/sheet1.xml': strToU8(`<worksheet><sheetData>${sheet}</sheetData></worksheet>`),
    'xl/worksheets/_rels/sheet1.xml.rels': strToU8('<Relationships><Relationship Id="r" Type="http://x/drawing" Target="../drawings/drawing1.xml"/></Relationships>'),
    'xl/drawings/drawing1.xml': strToU8('<xdr:wsDr xmlns:xdr="x"><xdr:twoCellAnchor><xdr:from><xdr:col>1</xdr:col><xdr:row>1</xdr:row></xdr:from><xdr:pic/></xdr:twoCellAnchor></xdr:wsDr>'),
  }); // prettier-ignore
  const { questions } = await previewOf(Buffer.from(file), 'QUIZ');
  expect(questions).toMatchObject([
    { question: { question: '2¹⁰?' }, warnings: ['A picture on the row was left out'] },
  ]);
});

it('keeps the picture that Moodle 1.9 wrote beside a question', async () => {
  const rest = `<image>moodle.png</image><image_base64>\niVBORw0KGgo=\n</image_base64>${bare}`;
  const { questions, pictures } = await previewOf(Buffer.from(moodle('Lama', rest)), 'QUIZ');
  expect(pictures).toHaveLength(1);
  expect(questions).toMatchObject([{ question: { imageUrl: pictures[0]!.address }, warnings: [] }]);
});

it('makes a line of an accepted answer of several, and drops empty lines at the end of options', async () => {
  expect((await only('Apa? {=satu\ndua =tiga}')).answerKey).toBe('satu dua\ntiga');
  expect((await only('Apa? {=[html]<p>satu</p><br><p></p> ~dua}')).options).toEqual(['satu', 'dua']);
});

describe('QTI', () => {
  it('names feedback that depends on the answer', async () => {
    const rest = ['benar', 'salah'].map((one) => `<modalFeedback identifier="${one}">${one}</modalFeedback>`).join('');
    expect(await only(item(`<p>Soal</p>${choices()}`, { rest }))).toMatchObject({
      explanation: '',
      warnings: ['Feedback on right and wrong answers was left out'],
    });
  });

  const item = (body: string, { declared = '', attributes = '', rest = '' } = {}) =>
    `<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p2" xmlns:m="http://www.w3.org/1998/Math/MathML" ${attributes}>
    <responseDeclaration identifier="R" cardinality="single" baseType="identifier">${declared || '<correctResponse><value>A</value></correctResponse>'}</responseDeclaration>
    <itemBody>${body}</itemBody>${rest}</assessmentItem>`;
  const choices = (first = 'satu') =>
    `<choiceInteraction responseIdentifier="R"><simpleChoice identifier="A">${first}</simpleChoice><simpleChoice identifier="B">dua</simpleChoice></choiceInteraction>`;
  const entry = '<p>n <textEntryInteraction responseIdentifier="R"/></p>';

  it('keeps code, formulas and tables', async () => {
    const body = `<pre>a\n  b</pre><p><m:math><m:msup><m:mi>x</m:mi><m:mn>2</m:mn></m:msup></m:math></p><table><tr><td>1</td><td>2</td></tr></table>${choices('<pre>c\n d</pre>')}`;
    expect(await only(item(body))).toMatchObject({
      question: 'a\n  b\nx²\n1 | 2',
      options: ['c\n d', 'dua'],
      warnings: [],
    });
  });

  it('moves feedback of the prompt to the explanation, and names what it leaves out', async () => {
    const body = `<p>Soal</p><feedbackBlock identifier="x" outcomeIdentifier="F" showHide="show"><p>Benar sebab itu</p></feedbackBlock>
      <rubricBlock view="scorer"><p>Nilai</p></rubricBlock><rubricBlock view="candidate"><p>Pilih satu</p></rubricBlock>
      <object data="a.mp3" type="audio/mpeg"/>${choices('satu<feedbackInline identifier="A">ya</feedbackInline>')}`;
    expect(await only(item(body, { rest: '<modalFeedback>Akhir</modalFeedback>' }))).toMatchObject({
      question: 'Soal\nPilih satu',
      options: ['satu', 'dua'],
      explanation: 'Benar sebab itu\nAkhir',
      warnings: [
        'Feedback on single answers was left out',
        'A note for those who grade was left out',
        'The sound “a.mp3” was left out',
      ],
    });
  });

  it('names feedback beside the question that depends on the answer', async () => {
    const block = (id: string, show: string, text: string) =>
      `<feedbackBlock identifier="${id}" outcomeIdentifier="F" showHide="${show}"><p>${text}</p></feedbackBlock>`;
    const both = (first: string, other: string) => item(`<p>Soal</p>${choices()}${first}${other}`);
    const right = block('A', 'show', 'Betul');
    for (const wrong of [block('B', 'show', 'Salah'), block('A', 'hide', 'Salah')])
      expect(await only(both(right, wrong))).toMatchObject({
        explanation: '',
        warnings: ['Feedback on right and wrong answers was left out'],
      });
    expect(await only(both(right, block('A', 'show', 'Lihat bab 1')))).toMatchObject({
      explanation: 'Betul\nLihat bab 1',
      warnings: [],
    });
  });

  it('shows no feedback that is within the prompt of an interaction', async () => {
    const prompt =
      '<prompt>Apa? <feedbackInline identifier="A" outcomeIdentifier="F">Benar sebab itu</feedbackInline></prompt>';
    const body = choices().replace('<simpleChoice', `${prompt}<simpleChoice`);
    expect(await only(item(body))).toMatchObject({ question: 'Apa?', explanation: 'Benar sebab itu' });
  });

  it.each([
    ['a template', item(`<p><printedVariable identifier="X"/></p>${choices()}`), 'An item with printedVariable cannot be asked here'],
    ['a template of QTI 3', `<qti-assessment-item><qti-template-declaration/><qti-item-body><p>x</p></qti-item-body></qti-assessment-item>`, 'An item with templateDeclaration cannot be asked here'],
    ['an adaptive item', item(choices(), { attributes: 'adaptive="true"' }), 'An item with adaptive="true" cannot be asked here'],
    ['ordering', item(choices().replaceAll('choiceInteraction', 'orderInteraction')), 'An item with orderInteraction cannot be asked here'],
    ['matching', item('<matchInteraction/>'), 'An item with matchInteraction cannot be asked here'],
    ['an ordered choice', item(choices()).replace('cardinality="single"', 'cardinality="ordered"'), 'An item whose choices are ordered cannot be asked here'],
    ['a tolerance', item(entry, { rest: '<responseProcessing><equal toleranceMode="absolute" tolerance="0.1 0.1"/></responseProcessing>' }), 'An answer with a tolerance or a rule cannot be asked here'],
  ])('refuses %s', async (_, file, reason) => {
    expect(await reasons(file)).toEqual([reason]);
  }); // prettier-ignore

  it('takes a tolerance of 0, and names answers and choices with a part of the points', async () => {
    const declared =
      '<correctResponse><value>2</value></correctResponse><mapping><mapEntry mapKey="2" mappedValue="1"/><mapEntry mapKey="3" mappedValue="0.5"/></mapping>';
    const rest = '<responseProcessing><equal toleranceMode="absolute" tolerance="0"/></responseProcessing>';
    expect(await only(item(entry, { declared, rest }))).toMatchObject({
      question: 'n _____',
      answerKey: '2',
      warnings: ['The partly right answers “3” were left out'],
    });
    const mapping = '<mapping><mapEntry mapKey="A" mappedValue="1"/><mapEntry mapKey="B" mappedValue="-1"/></mapping>';
    expect((await only(item(`<p>n</p>${choices()}`, { declared: mapping }))).warnings).toEqual([
      'Points per option (A: 1, B: -1) were left out',
    ]);
  });
});
