/** Tests the rules of certificates: eligibility with reasons, score, hours, and printable names. */
import { describe, expect, it } from 'vitest';
import { type CertificateFigures, certificateHours, certificateScore, failedRules, isPrintable } from './rules.ts';

const terms = { hasCertificate: true, passingScore: 70 };
/** Figures that meet every rule. */
const done: CertificateFigures = {
  name: 'Siti Nurhaliza',
  lessons: 12,
  completed: 12,
  quizzes: 2,
  passed: 2,
  points: 170,
  classes: 4,
  held: 4,
  attended: 4,
  project: null,
};
const noClasses = { classes: 0, held: 0, attended: 0 };

describe('failedRules', () => {
  it.each<[what: string, changed: Partial<CertificateFigures>, failed: string[]]>([
    ['everything is done', {}, []],
    ['there are no live classes', noClasses, []],
    ['one lesson is left', { completed: 11 }, ['11 of 12 lessons completed']],
    ['one quiz is not passed', { passed: 1, points: 150 }, ['1 of 2 quizzes passed']],
    ['the score is the passing score', { points: 140 }, []],
    ['the score is below', { points: 138 }, ['Score 69, 70 needed']],
    ['no quiz was tried', { passed: 0, points: 0 }, ['0 of 2 quizzes passed', 'Score 0, 70 needed']],
    ['there is no quiz', { quizzes: 0, passed: 0, points: 0 }, []],
    ['three of four classes were attended', { attended: 3 }, []],
    ['two of four were', { attended: 2 }, ['Attended 2 of 4 classes, 75% needed']],
    ['no attendance was taken yet', { held: 0, attended: 0 }, ['No attendance was taken yet']],
    ['only held classes count', { held: 1, attended: 1 }, []],
    [
      'no project is handed in',
      { project: { passingScore: 70, isHandedIn: false, score: null }, points: 200 },
      ['No final project handed in', 'Score 67, 70 needed'],
    ],
    [
      'the project is not reviewed',
      { project: { passingScore: 70, isHandedIn: true, score: null }, points: 200 },
      ['Final project not reviewed yet', 'Score 67, 70 needed'],
    ],
    [
      'the project is below its score',
      { project: { passingScore: 80, isHandedIn: true, score: 79 } },
      ['Final project scored 79, 80 needed'],
    ],
    ['the project is at its score', { project: { passingScore: 80, isHandedIn: true, score: 80 } }, []],
    [
      'there is nothing in the course',
      { ...noClasses, lessons: 0, completed: 0, quizzes: 0, passed: 0, points: 0 },
      ['The course has nothing to complete'],
    ],
    [
      'the name is in letters that the paper has not',
      { name: '山田太郎' },
      ['The name has letters that a certificate cannot print'],
    ],
    [
      'several fail at once',
      { completed: 0, passed: 0, points: 0, attended: 0 },
      [
        '0 of 12 lessons completed',
        '0 of 2 quizzes passed',
        'Score 0, 70 needed',
        'Attended 0 of 4 classes, 75% needed',
      ],
    ],
  ])('%s', (_, changed, failed) => {
    expect(failedRules(terms, { ...done, ...changed }).map(({ reason }) => reason)).toEqual(failed);
  });

  it('returns only hasCertificate if the course has no certificates', () => {
    expect(failedRules({ ...terms, hasCertificate: false }, done)).toEqual([
      { rule: 'hasCertificate', reason: 'The course has no certificates' },
    ]);
  });
});

it.each<[Partial<CertificateFigures>, number | null]>([
  [{ quizzes: 3, points: 200 }, 67],
  [{ quizzes: 0, points: 0 }, null],
  [{ quizzes: 1, points: 80, project: { passingScore: 70, isHandedIn: true, score: 91 } }, 86],
  [{ quizzes: 0, points: 0, project: { passingScore: 70, isHandedIn: true, score: 88 } }, 88],
])('gives %o the score %s', (figures, score) => {
  expect(certificateScore({ ...done, ...figures })).toBe(score);
});

it.each([
  [0, 0],
  [20, 1],
  [89, 1],
  [90, 2],
  [600, 10],
])('rounds %s minutes to %s hours', (minutes, hours) => {
  expect(certificateHours(minutes)).toBe(hours);
});

it.each([
  ['Ni Luh Putu Ayu Wulandari', true],
  ["Dr. H. Ma'ruf Amin, M.Si.", true],
  ['Nguyễn Thị Ánh', true],
  ['Łukasz Żółć', true],
  ['José “Pepe” Ñíguez', true],
  ['Иван', false],
  ['Budi 🎓', false],
  ['محمد', false],
])('tells whether %s is printable: %s', (name, is) => {
  expect(isPrintable(name)).toBe(is);
});
