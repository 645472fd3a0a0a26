/** Form of the chosen row: a section, lesson, quiz or survey. */
import { Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import type { z } from 'zod';
import type { Draft } from '#contract/kernel/draft.ts';
import { getLesson, lessonDraft, updateLesson } from '#contract/course/lesson/endpoints.ts';
import { getQuiz, quizDraft, updateQuiz } from '#contract/course/quiz/endpoints.ts';
import { getSection, updateSection } from '#contract/course/section/endpoints.ts';
import { sectionDraft } from '#contract/course/section/fields.ts';
import { FormKeeper } from '#kit/form/form-keeper.tsx';
import type { RowsOf, Special } from '#kit/form/field.tsx';
import type { Typed } from '#kit/form/values.ts';
import { NotFound } from '#kit/feedback/states.tsx';
import { DeletedRecord, UnsavedTabText } from '#kit/record/deleted-record.tsx';
import { FieldsSkeleton, Loaded } from '#kit/record/loaded.tsx';
import type { Opened } from '#kit/record/opened.ts';
import { RecordFields } from '#kit/record/record-fields.tsx';
import type { TypedOnTab } from '#kit/record/record-page-props.ts';
import { type RecordForm, type Versioned, resultOf, useOpenForm, useRecordForm } from '#kit/record/use-record-form.ts';
import { lessonSpecial } from '../lesson/lesson-fields.tsx';
import { typedQuestions } from '../quiz/quiz-words.ts';
import { QuizEditor } from '../quiz/quiz-editor.tsx';
import { lessonRows, quizRows, surveyRows } from '../rows.ts';

interface PaneProps<R extends Versioned, S extends Draft> {
  record: RecordForm<R, S>;
  what: string;
  rows: RowsOf<keyof z.input<S> & string>;
  /** URL of the course. */
  base: string;
  special?: Special<Typed<z.input<S>>>;
  /** Content beside the title. */
  more?: (record: R) => ReactNode;
  /** Form of records with more than fields. */
  editor?: ComponentType<Opened<R, S>>;
  /** Draft of that form's other input, to be copied after the record was deleted. */
  typed?: { label: string; draft: TypedOnTab };
}

function Pane<R extends Versioned, S extends Draft>(pane: PaneProps<R, S>) {
  const { record, what } = pane;
  return (
    <Loaded result={resultOf(record)} what={what} skeleton={<FieldsSkeleton />} keepsGone>
      {(data, isGone) => <OpenPane key={record.id} pane={pane} data={data} isGone={isGone} />}
    </Loaded>
  );
}

interface OpenProps<R extends Versioned, S extends Draft> {
  pane: PaneProps<R, S>;
  data: R;
  /** The record was deleted since it was loaded. */
  isGone: boolean;
}

function OpenPane<R extends Versioned, S extends Draft>({ pane, data, isGone }: OpenProps<R, S>) {
  const { record, what, rows, base, special, more, editor: Editor, typed } = pane;
  const { id, mayEdit, result } = record;
  const form = useOpenForm(record, data, { reveal: () => undefined, isGone, list: base });
  const title = what.replace(/^./, (first) => first.toUpperCase());
  if (isGone)
    return (
      <>
        {typed && <UnsavedTabText what={what} id={id} label={typed.label} typed={typed.draft} />}
        {form.isDirty ? (
          <DeletedRecord {...{ form, what, special, base }} fields={[{ title, rows }]} canCreate={false} />
        ) : (
          <NotFound what={what} />
        )}
      </>
    );
  if (!mayEdit) return <Text c="dimmed">You may look at it, not change it.</Text>;
  if (Editor)
    return <Editor {...{ id, form, mayEdit, what, base, list: base, title, record: data, refetch: result.refetch }} />;
  return (
    <>
      <RecordFields form={form} fields={[{ title, rows, actions: more?.(data) }]} special={special} />
      <FormKeeper form={form} base={base} />
    </>
  );
}

const open = (to: string, text: string) => (
  <Button component={Link} to={to} size="xs" variant="default">
    {text}
  </Button>
);

function LessonPane({ id, base }: { id: string; base: string }) {
  const record = useRecordForm(
    { get: getLesson, update: updateLesson, draft: lessonDraft },
    { of: { kind: 'lesson', id } },
  );
  return (
    <Pane
      record={record}
      what="lesson"
      rows={lessonRows}
      special={lessonSpecial}
      base={base}
      more={({ type }) =>
        type === 'LIVE_CLASS'
          ? open(`/lesson/${id}/attendance`, 'Attendance and pictures')
          : open(`/lesson/${id}`, 'Open the lesson')
      }
    />
  );
}

function QuizPane({ id, isSurvey, base }: { id: string; isSurvey: boolean; base: string }) {
  const record = useRecordForm({ get: getQuiz, update: updateQuiz, draft: quizDraft }, { of: { kind: 'quiz', id } });
  return (
    <Pane
      record={record}
      what={isSurvey ? 'survey' : 'quiz'}
      rows={isSurvey ? surveyRows : quizRows}
      base={base}
      editor={QuizEditor}
      typed={{ label: 'Questions', draft: typedQuestions }}
    />
  );
}

const sectionRows = ['name', 'description', ['startAt', 'endAt'], 'gmeetUrl'] as const;

function SectionPane({ id, courseId, base }: { id: string; courseId: string; base: string }) {
  const record = useRecordForm(
    { get: getSection, update: updateSection, draft: sectionDraft },
    { of: { kind: 'section', id, params: { id: courseId, sectionId: id } } },
  );
  return <Pane record={record} what="section" rows={sectionRows} base={base} />;
}

interface ChosenProps {
  /** Key of the row: `lesson:ID`. */
  chosen: string;
  courseId: string;
  /** URL of the course. */
  base: string;
}

export function ChosenPane({ chosen, courseId, base }: ChosenProps) {
  const [kind, id = ''] = chosen.split(':');
  if (kind === 'section') return <SectionPane key={id} id={id} courseId={courseId} base={base} />;
  if (kind === 'lesson') return <LessonPane key={id} id={id} base={base} />;
  return <QuizPane key={id} id={id} isSurvey={kind === 'survey'} base={base} />;
}
