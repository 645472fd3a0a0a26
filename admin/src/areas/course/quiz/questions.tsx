/** All questions of a quiz or survey in one form, on the quiz's page and beside the curriculum. */
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import {
  type QuestionType,
  createQuestion,
  questionTypeNames,
  questionTypesOf,
  saveQuestions,
} from '#contract/course/quiz/questions.ts';
import { useAction } from '#kit/api/use-action.ts';
import { FormBody } from '#kit/form/edit-form.tsx';
import { FormKeeper } from '#kit/form/form-keeper.tsx';
import { useEditForm } from '#kit/form/use-edit-form.ts';
import { counted, formatNumber } from '#kit/format/formats.ts';
import { Section } from '#kit/record/detail-page.tsx';
import { ExportQuestions } from './export-menu.tsx';
import { ImportQuestions } from './import-dialog.tsx';
import { QuestionBlock } from './question-block.tsx';
import {
  type OpenQuiz,
  type Question,
  addsOnly,
  blankQuestion,
  formOf,
  questionsDraft,
  describeQuestion,
  toRequestQuestion,
  typedQuestions,
} from './quiz-words.ts';
import { TryIt } from './try-it.tsx';
import { useBlocks } from './use-blocks.ts';
import classes from './quiz.module.css';

export function useQuestionsForm({ id, record, refetch }: OpenQuiz) {
  const update = useAction(saveQuestions);
  // The specification has separate messages for new questions.
  const add = useAction(saveQuestions, { messages: createQuestion.messages });
  const stored = ({ questions }: Pick<OpenQuiz['record'], 'questions'>) => ({ questions: formOf(questions) });
  return useEditForm({
    name: typedQuestions.draftName(id),
    schema: questionsDraft[record.type],
    initial: stored(record),
    version: record.version,
    stored,
    rows: { questions: { id: 'questionId', say: describeQuestion } },
    latest: async () => {
      const now = await refetch();
      return now && { values: stored(now), version: now.version };
    },
    save: ({ questions }, how, base) => {
      const known = new Map(base.questions.map((question) => [question.questionId, question]));
      const body = { questions: questions.map((question) => toRequestQuestion(question, known)) };
      return (addsOnly(questions, base.questions) ? add : update).run({ params: { id }, body }, how);
    },
  });
}

/** Tab of the quiz's page. */
export function QuestionsTab(opened: OpenQuiz) {
  const questions = useQuestionsForm(opened);
  return (
    <>
      <Questions opened={opened} form={questions} />
      {opened.mayEdit && <FormKeeper form={questions} base={opened.base} />}
    </>
  );
}

export function Questions({ opened, form }: { opened: OpenQuiz; form: ReturnType<typeof useQuestionsForm> }) {
  const { id, record, mayEdit } = opened;
  const { questions } = form.fields.values;
  const blocks = useBlocks(form, record.type);
  const [isTried, setTried] = useState(false);
  const total = questions.reduce((sum, { score = 1 }) => sum + (score ?? 0), 0);
  if (isTried)
    return (
      <div>
        <TryIt
          kind={record.type}
          settings={opened.form.fields.values}
          questions={questions}
          close={() => setTried(false)}
        />
      </div>
    );
  return (
    <div>
      <Section
        title={`Questions ${formatNumber(questions.length)}`}
        actions={
          <Group gap="xs">
            <Total total={total} kind={record.type} />
            <Button variant="default" onClick={() => setTried(true)}>
              Try it
            </Button>
            {mayEdit && <ImportQuestions quizId={id} kind={record.type} onQuestions={blocks.addAll} />}
            <ExportQuestions quizId={id} why={form.isDirty ? 'Save or discard your changes first' : ''} />
          </Group>
        }
      >
        {questions.length === 0 && (
          <Text c="dimmed" size="sm">
            No questions yet. Enter goes to the next option, Ctrl Enter to the next question; pasted lines become
            options.
          </Text>
        )}
        <FormBody form={form}>
          <div ref={blocks.list} onKeyDown={blocks.onKey} role="presentation">
            {questions.map((question, index) => (
              <QuestionBlock
                key={index}
                form={form}
                index={index}
                count={questions.length}
                question={question}
                kind={record.type}
                errors={errorsAt(form.fields.errors, index)}
                on={blocks.on}
                row={blocks.rowOf(index)}
              />
            ))}
          </div>
          {mayEdit && <Add kind={record.type} last={questions.at(-1)} add={blocks.add} />}
        </FormBody>
      </Section>
    </div>
  );
}

const Total = ({ total, kind }: { total: number; kind: OpenQuiz['record']['type'] }) =>
  kind === 'QUIZ' && (
    <Text size="sm" c="dimmed">
      {counted(total, 'point', 'points')} in all
    </Text>
  );

/** Errors of one question by relative path, as JSON, so that memo can compare them. */
function errorsAt(errors: object, index: number): string {
  const prefix = `questions.${index}.`;
  const own = Object.entries(errors).filter(([path]) => path.startsWith(prefix));
  return own.length === 0 ? '' : JSON.stringify(own.map(([path, text]) => [path.slice(prefix.length), text]));
}

interface AddProps {
  kind: OpenQuiz['record']['type'];
  last: Question | undefined;
  add: (question: Question) => void;
}

function Add({ kind, last, add }: AddProps) {
  const [type, setType] = useState<QuestionType>();
  const chosen = type ?? last?.type ?? 'SINGLE_CHOICE';
  return (
    <Group gap="xs" mt="md">
      <Button variant="default" data-add onClick={() => add(blankQuestion(chosen))}>
        Add question
      </Button>
      <select
        className={classes['type']}
        aria-label="Type of the new question"
        value={chosen}
        onChange={(event) => setType(event.currentTarget.value as QuestionType)}
      >
        {questionTypesOf[kind].map((one) => (
          <option key={one} value={one}>
            {questionTypeNames[one]}
          </option>
        ))}
      </select>
    </Group>
  );
}
