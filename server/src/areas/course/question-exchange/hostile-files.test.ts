/** Tests that malicious files are refused, or reported as faults, quickly and with little memory. */
import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { previewOf } from './service.ts';
import { zipOf } from '#platform/testing/files.ts';
import { previewInWorker } from './run-in-worker.ts';

const read = (file: string | Uint8Array) => previewOf(Buffer.from(file as string), 'QUIZ');

/** CPU seconds since `start`, which other work on the machine does not increase. */
function secondsSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1e6;
}

const billionLaughs = `<?xml version="1.0"?>
<!DOCTYPE quiz [<!ENTITY a0 "ha">${Array.from({ length: 10 }, (_, n) => `<!ENTITY a${n + 1} "${`&a${n};`.repeat(10)}">`).join('')}]>
<quiz><question type="essay"><questiontext format="html"><text>&a10;</text></questiontext></question></quiz>`;

const external = `<!DOCTYPE quiz [<!ENTITY file SYSTEM "file:///etc/passwd">]><quiz><question type="essay"><questiontext><text>&file;</text></questiontext></question></quiz>`;

const sheetOf = (rows: string) =>
  ({
    'xl/workbook.xml': strToU8('<workbook/>'),
    'xl/worksheets/sheet1.xml': strToU8(`<worksheet><sheetData>${rows}</sheetData></worksheet>`),
  }) as const;

const hostileText = (html: string) =>
  `<quiz><question type="essay"><questiontext><text><![CDATA[${html}]]></text></questiontext></question></quiz>`;

const bombOf = (name: string, megabytes: number) =>
  zipOf([{ name, bytes: Buffer.alloc(megabytes * 1024 * 1024, ' ') }]);

describe('refused with 400', () => {
  it.each<[string, () => string | Uint8Array, RegExp]>([
    ['a billion laughs', () => billionLaughs, /document type or entities/],
    ['an entity from elsewhere', () => external, /document type or entities/],
    [
      'the same behind comments',
      () => `<?xml version="1.0"?><!-- a -->\n<!-- > -->${external}`,
      /document type or entities/,
    ],
    ['a thousand elements deep', () => `<quiz>${'<a>'.repeat(1000)}${'</a>'.repeat(1000)}</quiz>`, /nested too deep/],
    ['a ratio of a thousand', () => bombOf('imsmanifest.xml', 20), /far too large/],
    ['a file of 50 MB', () => bombOf('xl/worksheets/sheet1.xml', 50), /far too large/],
    [
      'a ratio that is hidden',
      () =>
        zipOf([{ name: 'imsmanifest.xml', bytes: Buffer.alloc(20 * 1024 * 1024), saysSize: 1000, isConsistent: true }]),
      /far too large/,
    ],
    [
      'many files that are large together',
      () => {
        const page = strToU8(Array.from({ length: 60_000 }, (_, n) => (n * 7919) % 100_003).join());
        return zipSync(Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`${n}.xml`, page])), { level: 0 });
      },
      /far too large/,
    ],
    [
      'more than 3,000 files',
      () => zipSync(Object.fromEntries(Array.from({ length: 3001 }, (_, n) => [`${n}.xml`, new Uint8Array()]))),
      /far too many files/,
    ],
    [
      'a sheet of a million rows',
      () => zipSync(sheetOf('<row/>'.repeat(1_000_000)), { level: 0 }),
      /far too many rows/,
    ],
    [
      'a sheet of 100,001 cells',
      () => zipSync(sheetOf(`<row r="1">${'<c r="A1"/>'.repeat(100_001)}</row>`), { level: 0 }),
      /far too many rows and cells/,
    ],
    ['10 MB of {', () => '{'.repeat(10 * 1024 * 1024), /far too long for a question/],
    ['10 MB of ~ in a question', () => `x {${'~'.repeat(10 * 1024 * 1024)}`, /far too long for a question/],
    ['10 MB of options', () => `Apa?\n${'A. x\n'.repeat(2_000_000)}`, /far too many lines/],
    ['10 MB of lines', () => `x${'\n'.repeat(10 * 1024 * 1024 - 2)}x`, /far too many lines/],
    ['10 MB of <', () => '<'.repeat(10 * 1024 * 1024), /far too many parts/],
    ['10 MB of <a', () => `<quiz>${'<a '.repeat(3_000_000)}`, /far too many parts/],
    [
      'a way out of the archive',
      () => zipSync({ '../imsmanifest.xml': strToU8('<manifest/>') }),
      /outside of its own folder/,
    ],
    ['10 MB of &', () => `<quiz a="${'&'.repeat(9_000_000)}"/>`, /far too many parts/],
    ['a text of 2 MB', () => hostileText('a\n'.repeat(1_000_000)), /far too long/],
    ['a text with 10,000 elements in each other', () => hostileText('<div>'.repeat(10_000)), /nested too deep/],
    [
      'a document type with entities behind one from elsewhere',
      () => `<!DOCTYPE q SYSTEM "a.dtd"><!DOCTYPE q [<!ENTITY a "b">]><q/>`,
      /document type or entities/,
    ],
    [
      'texts of QTI 1.2 with 9 MB of spaces',
      () =>
        `<questestinterop><item><presentation><material><mattext>x${' '.repeat(5_000_000)}x</mattext></material><response_str ident="r"><render_fib/></response_str></presentation><resprocessing><respcondition><conditionvar><varequal>x${' '.repeat(4_000_000)}x</varequal></conditionvar><setvar>1</setvar></respcondition></resprocessing></item></questestinterop>`,
      /far too long/,
    ],
    ['a cut archive', () => zipSync(sheetOf('')).subarray(0, 100), /not a ZIP, or is damaged/],
  ])('%s', async (_, make, message) => {
    const file = make();
    const used = process.cpuUsage();
    await expect(read(file)).rejects.toMatchObject({
      statusCode: 400,
      message: expect.stringMatching(message) as string,
    });
    expect(secondsSince(used)).toBeLessThan(4);
  });
});

describe('reported as a fault of its line', () => {
  it.each<[string, () => string | Uint8Array]>([
    [
      'an item of QTI 1.2 with 20,000 conditions',
      () =>
        `<questestinterop><item><presentation><response_lid ident="r" rcardinality="Multiple"><render_choice>${'<response_label ident="A"/>'.repeat(20_000)}</render_choice></response_lid></presentation><resprocessing>${'<respcondition><conditionvar><varequal>A</varequal></conditionvar><setvar>1</setvar></respcondition>'.repeat(20_000)}</resprocessing></item></questestinterop>`,
    ],
    ['a thousand broken blocks', () => '{=%\n\n'.repeat(1000)],
    ['10 MB of quotation marks', () => `Type,Question\n${'"'.repeat(10 * 1024 * 1024 - 1)}`],
    ['a type that every object has', () => '<quiz><question type="constructor"/></quiz>'],
    ['an element that every object has', () => '<quiz><__proto__/></quiz>'],
    ['a true or false that is neither', () => '<quiz><question type="truefalse"/></quiz>'],
    ['a comment of 10 MB', () => `<!--${' '.repeat(10 * 1024 * 1024)}-->`],
    ['attributes without end', () => `<quiz a="${'x'.repeat(1024 * 1024)}`],
    ['an archive in an archive', () => zipSync({ 'inner.zip': bombOf('a.xml', 10) })],
  ])('%s', async (_, make) => {
    const file = Buffer.from(make() as string);
    const used = process.cpuUsage();
    const { questions, errors } = await read(file);
    expect(questions).toEqual([]);
    expect(errors.length).toBeGreaterThan(0);
    expect(secondsSince(used)).toBeLessThan(4);
  });
});

const whole = [
  '[html]<p>Apa <sup>2</sup></p><table><tr><td>1</td></tr></table> {=a ~b#c\n####d}',
  '<quiz><question type="multichoice"><questiontext format="html"><text><![CDATA[<pre>a\n b</pre><img src="data:image/png;base64,AAAA"><ol><li>x</ol>]]></text></questiontext><answer fraction="100"><text>a</text></answer><answer fraction="0"><text>b</text></answer></question></quiz>',
  '<assessmentItem><responseDeclaration identifier="R" cardinality="single"><correctResponse><value>A</value></correctResponse></responseDeclaration><itemBody><math><mfrac><mn>1</mn><mn>2</mn></mfrac></math><choiceInteraction responseIdentifier="R"><simpleChoice identifier="A">a</simpleChoice></choiceInteraction></itemBody></assessmentItem>',
  '<questestinterop><item><presentation><flow><material><mattext texttype="text/html">&lt;p&gt;x&lt;/p&gt;</mattext><matimage uri="b.png"/></material><response_lid ident="r" rcardinality="Multiple"><render_choice><response_label ident="A"/><response_label ident="B"/></render_choice></response_lid></flow></presentation><resprocessing><outcomes><decvar maxvalue="2"/></outcomes><respcondition continue="No"><conditionvar><and><varequal>A</varequal><not><varequal>B</varequal></not></and></conditionvar><setvar action="Add">2</setvar><displayfeedback linkrefid="f"/></respcondition></resprocessing><itemfeedback ident="f"/></item></questestinterop>',
  'Apa?\nA. x\nB)y\nANSWER: A\n',
  'Type,Question,Option A,Option B,Right answer,Score\nSingle choice,"a\nb",c,d,A,"1,5"\n',
  zipSync({
    'a.xml': strToU8('<assessmentItem><itemBody><p>x</p></itemBody></assessmentItem>'),
    'b.png': strToU8('x'),
  }),
].map((file) => Buffer.from(file as string));

it('reads files that are cut, mixed and changed, or refuses them with 400', async () => {
  const change = fc.record({ file: fc.constantFrom(...whole), from: fc.nat(), length: fc.nat(60), to: fc.nat(), byte: fc.nat(255), isCut: fc.boolean() }); // prettier-ignore
  const property = fc.asyncProperty(change, async ({ file, from, length, to, byte, isCut }) => {
    const start = from % file.length;
    const part = file.subarray(start, start + length);
    const place = to % file.length;
    const changed = isCut
      ? file.subarray(0, place)
      : Buffer.concat([file.subarray(0, place), part, Buffer.from([byte]), file.subarray(place + 1)]);
    const outcome = await read(changed).catch((error: unknown) => error);
    if (outcome instanceof Error) expect(outcome).toMatchObject({ statusCode: 400 });
    else expect(outcome).toMatchObject({ questions: expect.any(Array) as unknown });
  });
  await fc.assert(property, { numRuns: 300 });
});

it('reads 1,000 questions, and reports the line where there are more', async () => {
  const { questions, errors } = await read('Ya? {T}\n\n'.repeat(1001));
  expect(questions).toHaveLength(1000);
  expect(errors).toEqual([
    {
      line: 2001,
      reason: 'From here on there are more than 1.000 questions',
      mend: 'Divide the file: a quiz has at most 1.000 questions',
    },
  ]);
  const rows = await read(`Type,Question\n${'Rating,x\n'.repeat(1_000_000)}`);
  expect(rows.errors.at(-1)).toMatchObject({ line: 1002, reason: 'From here on there are more than 1.000 questions' });
});

it('keeps an image with a script and a formula as plain text', async () => {
  const { questions } = await read(
    'Type,Question,Option A,Option B,Right answer\nSingle choice,=1+1,<script>alert(1)</script>,@SUM(A1),A\n',
  );
  expect(questions[0]?.question).toMatchObject({
    question: '=1+1',
    options: [{ text: '<script>alert(1)</script>' }, { text: '@SUM(A1)' }],
  });
});

it('answers other requests within 2 s while 1,000 questions are read', { tags: ['system'] }, async () => {
  const block = (n: number) =>
    `::${n}:: [html]<p>Pertanyaan <b>nomor ${n}</b>: mana yang benar?</p> {\n=Jawaban \\{${n}\\}\n~Salah satu\n~Salah dua\n~Salah tiga\n####Karena begitu.\n}\n\n`;
  const file = Buffer.from(Array.from({ length: 1000 }, (_, n) => block(n)).join(''));
  await previewInWorker(Buffer.from('Ya? {T}'), 'QUIZ');
  const [own, all] = [process.threadCpuUsage(), process.cpuUsage()];
  const { questions, errors } = await previewInWorker(file, 'QUIZ');
  const held = process.threadCpuUsage(own);
  expect(errors).toEqual([]);
  expect(questions).toHaveLength(1000);
  expect(secondsSince(all)).toBeLessThan(2);
  expect((held.user + held.system) / 1000).toBeLessThan(50);
});
