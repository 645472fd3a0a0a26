/** Quiz or survey beside the curriculum: its settings, folded into a line, and its questions, with one save for both. */
import { Button, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { FormBody } from '#kit/form/edit-form.tsx';
import { Rows } from '#kit/form/field.tsx';
import { FormKeeper } from '#kit/form/form-keeper.tsx';
import { counted } from '#kit/format/formats.ts';
import { Section } from '#kit/record/detail-page.tsx';
import { quizRows, surveyRows } from '../rows.ts';
import { Questions, useQuestionsForm } from './questions.tsx';
import type { OpenQuiz } from './quiz-words.ts';

export function QuizEditor(opened: OpenQuiz) {
  const { id, record, form, base } = opened;
  const questions = useQuestionsForm(opened);
  const [isOpen, setOpen] = useState(false);
  const isShown = isOpen || form.isDirty;
  const isSurvey = record.type === 'SURVEY';
  return (
    <>
      <FormBody form={form}>
        <Section
          title={isSurvey ? 'Survey' : 'Quiz'}
          actions={
            <Group gap="xs">
              <Button size="xs" variant="default" aria-expanded={isShown} onClick={() => setOpen(!isOpen)}>
                Settings
              </Button>
              <Button component={Link} to={`/quiz/${id}/results`} size="xs" variant="default">
                Results
              </Button>
            </Group>
          }
        >
          {isShown ? (
            <Rows form={form} rows={isSurvey ? surveyRows : quizRows} special={undefined} />
          ) : (
            <Text size="sm">
              {record.name}
              <Text span c="dimmed" inherit>
                {' '}
                · {settingsInWords(record)}
              </Text>
            </Text>
          )}
        </Section>
      </FormBody>
      <Questions opened={opened} form={questions} />
      <FormKeeper form={form} also={questions} base={base} />
    </>
  );
}

/** "passing score 70 · 20 minutes · 3 attempts". */
const settingsInWords = ({ type, passingScore, timeLimit, maxAttempts }: OpenQuiz['record']): string =>
  [
    type === 'QUIZ' && `passing score ${passingScore}`,
    timeLimit === null ? 'no time limit' : counted(timeLimit, 'minute', 'minutes'),
    maxAttempts === null ? 'any number of attempts' : counted(maxAttempts, 'attempt', 'attempts'),
  ]
    .filter(Boolean)
    .join(' · ');
