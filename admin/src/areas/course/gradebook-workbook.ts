/** Spreadsheet of a gradebook: a row per member, a column per quiz. */
import { getGradebook } from '#contract/course/gradebook.ts';
import { maxPageSize } from '#contract/kernel/page-size.ts';
import { call } from '#kit/api/call.ts';
import { type ExportProgress, type Sheet, sheetFile } from '#kit/spreadsheet/sheet-file.ts';
import { factsInWords } from './learning/risk-words.ts';
import { type Graded, type Gradebook, projectOf } from './gradebook-words.ts';

const sheetOf = (title: string, { lessons, quizzes, held, hasProject }: Gradebook): Sheet<Graded> => ({
  file: `Gradebook of ${title}.xlsx`,
  sheet: 'Gradebook',
  columns: [
    { header: 'Name', width: 28, value: ({ name }) => name },
    { header: 'E-mail', width: 32, value: ({ email }) => email },
    { header: `Lessons (of ${lessons})`, width: 16, value: (member) => member.lessons },
    ...quizzes.map(({ name, passingScore }, n) => ({
      header: `${name} (pass ${passingScore})`,
      width: 20,
      value: ({ scores }: Graded) => scores[n] ?? '',
    })),
    { header: `Classes (of ${held} held)`, width: 20, value: ({ attended }) => attended },
    ...(hasProject ? [{ header: 'Final project', width: 24, value: projectOf }] : []),
    { header: 'Score', width: 10, value: ({ score }) => score ?? '' },
    { header: 'At risk', width: 40, value: ({ risk }) => (risk ? factsInWords(risk) : '') },
    { header: 'Certificate', width: 16, value: ({ certificate }) => certificate ?? '' },
  ],
});

interface Work {
  onProgress: (progress: ExportProgress) => void;
  signal: AbortSignal;
}

async function* partsOf(id: string, signal: AbortSignal) {
  for (let page = 1; ; page += 1) {
    const query = { page, pageSize: maxPageSize };
    const { totalItems: total, members: rows } = await call(getGradebook, { params: { id }, query }, { signal });
    yield { total, rows };
    if (page * maxPageSize >= total) return;
  }
}

export const gradebookWorkbook = (
  course: { id: string; title: string },
  gradebook: Gradebook,
  { onProgress, signal }: Work,
): Promise<File> => sheetFile(sheetOf(course.title, gradebook), partsOf(course.id, signal), onProgress);
