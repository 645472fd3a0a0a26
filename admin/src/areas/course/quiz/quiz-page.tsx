/** Page of one quiz or survey: settings, and questions on a separate tab. */
import { materialTypeNames } from '#contract/course/lesson/rules.ts';
import { deleteQuiz, getQuiz, quizDraft, updateQuiz } from '#contract/course/quiz/endpoints.ts';
import { counted, formatNumber } from '#kit/format/formats.ts';
import { RecordLink } from '#kit/record/record-link.tsx';
import { RecordPage } from '#kit/record/record-page.tsx';
import { useRecordForm } from '#kit/record/use-record-form.ts';
import { curriculumOf, quizRows, surveyRows } from '../rows.ts';
import { QuestionsTab } from './questions.tsx';
import { type Quiz, typedQuestions } from './quiz-words.ts';
import { Results } from './results.tsx';

const tabs = [
  { label: 'Questions', path: 'questions', panel: QuestionsTab, typed: typedQuestions },
  { label: 'Results', path: 'results', panel: Results },
];
const quizFields = [{ title: 'Quiz', rows: quizRows }];
const surveyFields = [{ title: 'Survey', rows: surveyRows }];

const goesWith = ({ totalQuestions }: Quiz) =>
  totalQuestions === 0
    ? 'no question goes with it. This cannot be undone.'
    : `${counted(totalQuestions, 'question goes', 'questions go')} with it, with the members’ attempts. This cannot be undone.`;

const factsOf = ({ type, sectionName, pathId, pathName, materialType, totalQuestions, questions }: Quiz) =>
  [
    ['Type', type === 'QUIZ' ? 'Quiz' : 'Survey'],
    ...(sectionName === null
      ? ([
          [
            'Ends the learning path',
            <RecordLink key="path" kind="learning-path" id={pathId ?? ''} name={pathName ?? ''} />,
          ],
        ] as const)
      : ([
          ['Section', sectionName],
          ['Material', materialTypeNames[materialType]],
        ] as const)),
    ['Questions', formatNumber(totalQuestions)],
    ...(type === 'QUIZ'
      ? ([['Total score', formatNumber(questions.reduce((sum, { score }) => sum + score, 0))]] as const)
      : []),
  ] as const;

/** Parent page: course or learning path. */
const homeOf = ({ courseId, courseName, courseType, pathId, pathName }: Quiz) =>
  courseId === null || courseType === null
    ? { label: pathName ?? '', to: `/learning-path/${pathId}/final` }
    : curriculumOf({ courseId, courseName: courseName ?? '', courseType });

export function QuizPage() {
  const record = useRecordForm({ get: getQuiz, update: updateQuiz, remove: deleteQuiz, draft: quizDraft });
  return (
    <RecordPage
      record={record}
      list="/quiz"
      above={(quiz) => [homeOf(quiz)]}
      deletion={goesWith}
      fields={record.result.data?.type === 'SURVEY' ? surveyFields : quizFields}
      tabs={tabs}
      facts={factsOf}
    />
  );
}
QuizPage.reads = getQuiz;
