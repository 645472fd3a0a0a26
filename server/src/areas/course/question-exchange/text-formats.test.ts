/** Tests reading of text and table formats, with samples from the formats' documentation. */
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { writeXlsx } from '#shared/spreadsheet/xlsx.ts';
import { previewOf } from './service.ts';
import { preview, summarize } from './testing/summarize.ts';

describe('GIFT', () => {
  it('reads the examples of its documentation', async () => {
    const sample = `// true/false
::Q1:: 1+1=2 {T}

// multiple choice with specific feedback
::Q2:: What's between orange and green in the spectrum?
{ =yellow # right; good! ~red # wrong, it's yellow ~blue # wrong, it's yellow }

// fill-in-the-blank
::Q3:: Two plus {=two =2} equals four.

$CATEGORY: tom/dick/harry

What two people are entombed in Grant's tomb? {
   ~%-100%No one
   ~%50%Grant
   ~%50%Grant's wife
   ~%-100%Grant's father
}

When was Ulysses S. Grant born? {#1822}

::Kejadian:: [html]<p>Yang <b>mana</b>: a=b?<br>Pilih&nbsp;satu &amp; yakin</p>{=Ini \\= itu~Bukan: pukul 10:30####Lihat bab 2.}
`;
    expect(await summarize(sample)).toEqual({
      format: 'gift',
      errors: [],
      questions: [
        [2, 'TRUE_FALSE', '1+1=2', ['* Benar', '- Salah']],
        [5, 'SINGLE_CHOICE', "What's between orange and green in the spectrum?", ['* yellow', '- red', '- blue']],
        [9, 'SHORT_ANSWER', 'Two plus _____ equals four.', 'two\n2'],
        [
          13,
          'MULTIPLE_CHOICE',
          "What two people are entombed in Grant's tomb?",
          ['- No one', '* Grant', "* Grant's wife", "- Grant's father"],
        ],
        [20, 'SHORT_ANSWER', 'When was Ulysses S. Grant born?', '1822'],
        [22, 'SINGLE_CHOICE', 'Yang mana: a=b?\nPilih\u00a0satu & yakin', ['* Ini = itu', '- Bukan: pukul 10:30']],
      ],
    });
    expect((await preview(sample)).questions[5]?.question.explanation).toBe('Lihat bab 2.');
  });

  it('reports each mistake with line, reason and correction, and reads the rest', async () => {
    const sample = `Baik? {=ya ~tidak}

Tak ada yang benar? {
~satu
~dua
}

Tak ditutup? {=ya ~tidak

Pasangkan. {=Jakarta -> Indonesia =Tokyo -> Jepang}

Tulis esai. {}
`;
    const { questions, errors } = await summarize(sample);
    expect(questions).toEqual([[1, 'SINGLE_CHOICE', 'Baik?', ['* ya', '- tidak']]]);
    expect(errors).toEqual([
      { line: 3, reason: 'No option is marked right', mend: 'Put = before the right option and ~ before the others' },
      {
        line: 8,
        reason: 'The answers cannot be read: the question ends here',
        mend: 'Close the answers with }, and write \\ before each ~ = # { } : that is part of a text',
      },
      {
        line: 10,
        reason: 'Matching pairs cannot be asked here',
        mend: 'Give it options in { }, with = before the right one, or take it out',
      },
      {
        line: 12,
        reason: 'Free text: A quiz does not have this type of question',
        mend: 'Give it options or a short answer, or take it out',
      },
    ]);
  });
});

it('reads GIFT with true and false in small letters, and a word that only begins like them', async () => {
  const { questions } = await summarize('Satu {t}\n\nDua {False#salah}\n\nTiga {tahu}');
  expect(questions).toEqual([
    [1, 'TRUE_FALSE', 'Satu', ['* Benar', '- Salah']],
    [3, 'TRUE_FALSE', 'Dua', ['- Benar', '* Salah']],
    [5, 'SHORT_ANSWER', 'Tiga', 'tahu'],
  ]);
});

it('reads GIFT with a number that has feedback, and with braces of code in options', async () => {
  const sample =
    '3? {#3#Betul!}\n\nTiga? {#3####Lihat bab 1.}\n\nMana CSS? {\n=p { color: red; \\}\n~p [ color: red; ]\n}';
  const { questions } = await preview(sample);
  expect(questions.map(({ question, warnings }) => [question.answerKey, question.explanation, warnings])).toEqual([
    ['3', '', ['Feedback on single answers was left out']],
    ['3', 'Lihat bab 1.', []],
    [null, '', []],
  ]);
  expect(questions[2]?.question.options.map(({ text }) => text)).toEqual(['p { color: red; }', 'p [ color: red; ]']);
});

it('keeps options that differ in case or spaces only', async () => {
  const { questions, errors } = await summarize(
    'Literal Boolean di Python? {=True ~true ~TRUE}\n\nOpsi? {=-A ~-a ~- A}',
  );
  expect(errors).toEqual([]);
  expect(questions.map(([, , , options]) => options)).toEqual([
    ['* True', '- true', '- TRUE'],
    ['* -A', '- -a', '- - A'],
  ]);
});

describe('Aiken', () => {
  it('reads the examples of its documentation, with either mark after the letter', async () => {
    const sample = `What is the correct answer to this question?
A. Is it this one?
B. Maybe this answer?
C. Possibly this one?
D. Must be this one!
ANSWER: D

Which LMS has the most quiz import formats?
A) Moodle
B) ATutor
ANSWER: A
`;
    expect(await summarize(sample)).toEqual({
      format: 'aiken',
      errors: [],
      questions: [
        [
          1,
          'SINGLE_CHOICE',
          'What is the correct answer to this question?',
          ['- Is it this one?', '- Maybe this answer?', '- Possibly this one?', '* Must be this one!'],
        ],
        [8, 'SINGLE_CHOICE', 'Which LMS has the most quiz import formats?', ['* Moodle', '- ATutor']],
      ],
    });
  });

  it('reads options without a space and with lower-case letters, but no "e.g." of a question', async () => {
    const sample = `Ibu kota Jawa Barat?
A)Bandung
B)Semarang
ANSWER:A

Mana yang benar,
e.g. yang paling tepat?
a. satu
b.dua
c) C. tiga
answer: b)
`;
    expect(await summarize(sample)).toEqual({
      format: 'aiken',
      errors: [],
      questions: [
        [1, 'SINGLE_CHOICE', 'Ibu kota Jawa Barat?', ['* Bandung', '- Semarang']],
        [6, 'SINGLE_CHOICE', 'Mana yang benar,\ne.g. yang paling tepat?', ['- satu', '* dua', '- C. tiga']],
      ],
    });
  });

  it.each([
    ['answers in other words and signs', 'Apa?\r\n\tA.\tsatu\r\n\tB.\tdua\r\n\tANSWER :B\r\n', '* dua'],
    ['Indonesian answers', 'Apa?\nA. satu\nB. dua\nKunci jawaban: B', '* dua'],
    ['letters in brackets', 'Apa?\n(A) satu\n(B) dua\nANSWER: (B)', '* dua'],
    ['wide signs', 'Apa?\nA．satu\nB．dua\nANSWER：B', '* dua'],
    ['answers with their text', 'Apa?\nA. satu\nB. dua\nCorrect answer: B. dua', '* dua'],
    ['options of several lines', 'Apa?\nA. satu\nB. dua\n  lanjut\nANSWER: B', '* dua\nlanjut'],
  ])('reads %s', async (_, text, second) => {
    expect(await summarize(text)).toMatchObject({ format: 'aiken', errors: [], questions: [[1, 'SINGLE_CHOICE', 'Apa?', ['- satu', second]]] }); // prettier-ignore
  });

  it('reads an explanation below the answer, which is no part of the next question', async () => {
    const { questions, errors } = await preview(
      'Apa?\nA. satu\nB. dua\nANSWER: B\nExplanation: karena\n\nLagi?\nA. x\nB. y\nANSWER: A\nPembahasan: x\nDan?\nA. x\nB. y\nANSWER: B',
    );
    expect(errors).toEqual([]);
    expect(questions.map(({ question: { question, explanation } }) => [question, explanation])).toEqual([
      ['Apa?', 'karena'],
      ['Lagi?', 'x'],
      ['Dan?', ''],
    ]);
  });

  it('takes no lines of options for a question', async () => {
    const { questions, errors } = await summarize(
      'Apa?\nA. a\nB. b\n\nlanjut\nC. c\nD. d\nANSWER: C\n\nDua?\nA. x\nB. y\nANSWER: B. z\n',
    );
    expect(questions).toEqual([]);
    expect(errors.map(({ line, reason }) => [line, reason])).toEqual([
      [1, 'No option is marked right'],
      [5, 'The options begin with C'],
      [13, 'There is no option “B. z”'],
    ]);
  });

  it('reports what is missing', async () => {
    const { questions, errors } = await summarize(
      'Satu?\nA. x\nB. y\n\nDua?\nA. x\nB. y\nANSWER: C\n\nTiga?\nA. x\nANSWER: A\n',
    );
    expect(questions).toEqual([]);
    expect(errors).toEqual([
      {
        line: 1,
        reason: 'No option is marked right',
        mend: 'Write ANSWER: and the letter of the right option below the options',
      },
      { line: 8, reason: 'There is no option “C”', mend: 'Write the letter of one of the options after ANSWER:' },
      {
        line: 10,
        reason: 'Give at least 2 options',
        mend: 'Give it 2 to 6 options that differ, each of at most 1.000 characters',
      },
    ]);
  });
});

describe('a table as CSV', () => {
  it('is read with commas or semicolons and with line breaks in cells; faults have their line', async () => {
    const sample = `\uFEFFType;Question;Option A;Option B;Right answer;Score\r
Single choice;"Apa ""itu""?
Pilih";satu;dua;B;3\r
Multiple choice;Mana?;satu;dua;E;\r
;;;;;\r
Pilihan;Apa?;satu;dua;A;\r
Short answer;Kota?;;;Jakarta;-1\r
True or false;Benar?;;;salah;\r
`;
    expect(await summarize(sample)).toEqual({
      format: 'csv',
      questions: [
        [2, 'SINGLE_CHOICE', 'Apa "itu"?\nPilih', ['- satu', '* dua']],
        [8, 'TRUE_FALSE', 'Benar?', ['- Benar', '* Salah']],
      ],
      errors: [
        {
          line: 4,
          reason: 'The right answer “E” names no option',
          mend: 'Write the letters of the right options, as A or A, C',
        },
        {
          line: 6,
          reason: 'There is no type “Pilihan”',
          mend: 'Write one of these: Single choice, Multiple choice, True or false, Short answer, Rating, Free text',
        },
        { line: 7, reason: 'Score: Not below 0', mend: 'Write a whole number from 0 to 1.000' },
      ],
    });
  });
});

describe('the spreadsheet of', () => {
  it('Kahoot has its right answers by number, and its times named as left out', async () => {
    const sheet = [
      ['Kahoot!'],
      ['Add questions, at least two answer alternatives, time limit and choose correct answers (at least one).'],
      ['', 'Question - max 120 characters', 'Answer 1 - max 75 characters', 'Answer 2 - max 75 characters', 'Answer 3 - max 75 characters', 'Answer 4 - max 75 characters', 'Time limit (sec) – 5, 10, 20', 'Correct answer(s) - choose at least one'],
      [1, 'Ibu kota?', 'Bandung', 'Jakarta', '', '', 20, 2],
      [2, 'Bilangan prima?', 2, 3, 4, 5, 30, '1,2,4'],
      [3, 'Dua?', 'x', 'y', 'z', '', 20, 1.3],
      [4, 'Tiga?', 'x', 'y', '', '', 20, 5],
    ]; // prettier-ignore
    const { questions, errors } = await previewOf(Buffer.from(writeXlsx(sheet)), 'QUIZ');
    expect(questions.map(({ line, question: { type, options } }) => [line, type, options.map(({ text, isCorrect }) => (isCorrect ? `*${text}` : text)).join(' ')])).toEqual([
      [4, 'SINGLE_CHOICE', 'Bandung *Jakarta'],
      [5, 'MULTIPLE_CHOICE', '*2 *3 4 *5'],
      [6, 'MULTIPLE_CHOICE', '*x y *z'],
    ]); // prettier-ignore
    expect(questions[0]?.warnings).toEqual(['The column “Time limit (sec) – 5, 10, 20” (“20”) was left out']); // prettier-ignore
    expect(errors.map(({ line, reason }) => [line, reason])).toEqual([[7, 'The right answer “5” names no option']]);
  });

  it('Quizizz has its types, answers and explanations', async () => {
    const sample = `Question Text,Question Type,Option 1,Option 2,Option 3,Correct Answer,Time in seconds,Image Link,Answer explanation
Apa?,Multiple Choice,satu,dua,tiga,2,30,https://gambar.sample.test/a.png,karena
Mana?,Checkbox,satu,dua,tiga,"1,3",30,,
Isi?,Fill-in-the-Blank,Jakarta,DKI,,,30,,
Pendapat?,Poll,satu,dua,,,30,,
`;
    const { questions, errors } = await summarize(sample);
    expect(questions).toEqual([
      [2, 'SINGLE_CHOICE', 'Apa?', ['- satu', '* dua', '- tiga']],
      [3, 'MULTIPLE_CHOICE', 'Mana?', ['* satu', '- dua', '* tiga']],
      [4, 'SHORT_ANSWER', 'Isi?', 'Jakarta\nDKI'],
    ]);
    expect(errors).toMatchObject([{ line: 5, reason: 'There is no type “Poll”' }]);
    expect((await preview(sample)).questions[0]?.question).toMatchObject({ explanation: 'karena', imageUrl: 'https://gambar.sample.test/a.png' }); // prettier-ignore
  });
});

describe('a table of a teacher', () => {
  it('has its columns in Indonesian, and right answers by letter or text', async () => {
    const sample = `No;Soal;A;B;C;Kunci Jawaban;Pembahasan;Bobot
1;Ibu kota Jawa Barat?;Bandung;Kota Semarang;Surabaya;a;karena;2
2;Ibu kota Jawa Tengah?;Bandung;Kota Semarang;Surabaya;kota semarang;;
3;Mana di Jawa?;Bandung;Medan;Surabaya;A, C;;
`;
    const { questions, errors } = await preview(sample);
    expect(errors).toEqual([]);
    expect(questions.map(({ question: { type, options }, warnings }) => [type, options.findIndex((one) => one.isCorrect), warnings])).toEqual([
      ['SINGLE_CHOICE', 0, []],
      ['SINGLE_CHOICE', 1, []],
      ['MULTIPLE_CHOICE', 0, []],
    ]); // prettier-ignore
    expect(questions[0]?.question).toMatchObject({ explanation: 'karena', score: 2 });
  });

  it('has no right answer that may be a number or a text, nor one that is neither', async () => {
    const head = 'Question,Answer1,Answer2,Answer3,Correct\n';
    const { questions, errors } = await summarize(`${head}1+1?,3,1,2,2\n1+1?,1,2,3,2\n1+1?,x,y,z,3\n1+1?,x,y,z,dua\n`);
    expect(questions).toEqual([
      [3, 'SINGLE_CHOICE', '1+1?', ['- 1', '* 2', '- 3']],
      [4, 'SINGLE_CHOICE', '1+1?', ['- x', '- y', '* z']],
    ]);
    expect(errors.map(({ line, reason }) => [line, reason])).toEqual([
      [2, 'The right answer “2” may name two options'],
      [5, 'The right answer “dua” names no option'],
    ]);
  });
});

it('reports a cell that shows an error, and reads options that are true and false', async () => {
  const columns = ['Type', 'Question', 'Option A', 'Option B', 'Right answer'];
  const cellsOf = (row: number, cells: readonly string[]) => `<row r="${row}">${cells.join('')}</row>`;
  const word = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
  const truth = (value: number) => `<c t="b"><v>${value}</v></c>`;
  const rows = [
    cellsOf(1, columns.map(word)),
    cellsOf(2, [word('Single choice'), word('1 == 1?'), truth(1), truth(0), word('A')]),
    cellsOf(3, [word('True or false'), word('Biru?'), '<c/>', '<c/>', truth(1)]),
    cellsOf(4, [word('Single choice'), word('Apa?'), '<c t="e"><v>#REF!</v></c>', word('b'), word('A')]),
  ];
  const sheet = `<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`;
  const file = zipSync({ 'xl/workbook.xml': strToU8('<workbook/>'), 'xl/worksheets/sheet1.xml': strToU8(sheet) });
  expect(await summarize(file)).toEqual({
    format: 'xlsx',
    questions: [
      [2, 'SINGLE_CHOICE', '1 == 1?', ['* TRUE', '- FALSE']],
      [3, 'TRUE_FALSE', 'Biru?', ['* Benar', '- Salah']],
    ],
    errors: [
      {
        line: 4,
        reason: 'Cell C4 shows the error #REF!',
        mend: 'Correct it in the spreadsheet, and save the file again',
      },
    ],
  });
});

it.each([
  ['a sentence', 'Halo, apa kabar?', 'These are no questions in a format that is known'],
  ['bytes', '\u0000\u0001\u0002', 'This is no text in UTF-8'],
  ['other XML', '<html><body/></html>', 'This XML is not of questions: it begins with <html>'],
  ['nothing but spaces', '   \n ', 'There is nothing in it'],
])('reports %s as an unknown format', async (_, text, reason) => {
  const { format, questions, errors } = await preview(text);
  expect({ format, questions, reasons: errors.map((one) => one.reason) }).toEqual({
    format: null,
    questions: [],
    reasons: [reason],
  });
  expect(errors[0]?.mend).not.toBe('');
});
