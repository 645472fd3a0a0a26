/** Form of one question: text, options, explanation, inline without dialogs. */
import { Button, Group, Input, NativeSelect, NumberInput, Textarea } from '@mantine/core';
import { memo, useState } from 'react';
import { type QuestionType, hasOptions, questionTypeNames, questionTypesOf } from '#contract/course/quiz/questions.ts';
import type { QuizType } from '#contract/course/quiz/endpoints.ts';
import { FormattableField } from '#kit/form/rich-text-field.tsx';
import { ImageField } from '#kit/form/upload-field.tsx';
import { RowPlace } from '#kit/form/row-keys.ts';
import { isSame } from '#kit/form/values.ts';
import { Options } from './options.tsx';
import { type Question, withType } from './quiz-words.ts';
import type { BlockWork, QuestionsForm } from './use-blocks.ts';
import classes from './quiz.module.css';

interface Props {
  form: QuestionsForm;
  index: number;
  count: number;
  question: Question;
  kind: QuizType;
  /** JSON of error texts by path; a string, so that memo works. */
  errors: string;
  on: BlockWork;
  /** Key of the question that survives moves, for pending picture uploads. */
  row: string;
}

/** memo comparison: typing creates new values of all questions, so unchanged ones are compared by content. */
const isUnchanged = (before: Props, now: Props): boolean =>
  before.index === now.index &&
  before.count === now.count &&
  before.errors === now.errors &&
  before.row === now.row &&
  isSame(before.question, now.question);

export const QuestionBlock = memo(function QuestionBlock(props: Props) {
  const { form, index, question, kind, on } = props;
  const errors = Object.fromEntries(props.errors ? (JSON.parse(props.errors) as [string, string][]) : []);
  const path = (name: string) => `questions.${index}.${name}`;
  const set = (change: Partial<Question>) => on.change(index, { ...question, ...change });
  return (
    <fieldset className={classes['block']} data-block={index} aria-label={`Question ${index + 1}`}>
      <Head {...props} />
      <FormattableField
        label="Question"
        text={question.question ?? ''}
        html={question.questionHtml ?? null}
        error={errors['question'] ?? errors['questionHtml']}
        onChange={({ text, html }) => set({ question: text, questionHtml: html })}
        path={path('question')}
        onBlur={() => form.visit(path('question'))}
      />
      {hasOptions(question.type) ? (
        <Options
          form={form}
          row={props.row}
          question={question}
          index={index}
          kind={kind}
          errors={errors}
          visit={(name) => form.visit(path(name))}
          set={(options) => set({ options })}
        />
      ) : (
        kind === 'QUIZ' && (
          <Textarea
            label="Answer"
            description="Accepted answers, one per line."
            autosize
            minRows={1}
            value={question.answerKey ?? ''}
            error={errors['answerKey']}
            onChange={(event) => set({ answerKey: event.currentTarget.value || null })}
            data-path={path('answerKey')}
            onBlur={() => form.visit(path('answerKey'))}
          />
        )
      )}
      {errors['options'] && (
        <Input.Error data-path={path('options')} tabIndex={-1}>
          {errors['options']}
        </Input.Error>
      )}
      <More {...props} error={errors['explanation'] ?? errors['explanationHtml']} />
    </fieldset>
  );
}, isUnchanged);

function Head({ form, index, count, question, kind, on }: Props) {
  return (
    <Group gap="xs" className={classes['head'] ?? ''}>
      <h3>Question {index + 1}</h3>
      <NativeSelect
        size="xs"
        aria-label={`Type of question ${index + 1}`}
        value={question.type}
        onChange={(event) => on.change(index, withType(question, event.currentTarget.value as QuestionType))}
        data={questionTypesOf[kind].map((value) => ({ value, label: questionTypeNames[value] }))}
      />
      {kind === 'QUIZ' && (
        <NumberInput
          size="xs"
          w={96}
          min={0}
          max={1000}
          aria-label={`Score of question ${index + 1}`}
          suffix={question.score === 1 ? ' point' : ' points'}
          value={question.score ?? ''}
          data-path={`questions.${index}.score`}
          onBlur={() => form.visit(`questions.${index}.score`)}
          onChange={(score) => on.change(index, { ...question, score: typeof score === 'number' ? score : 0 })}
        />
      )}
      <span className={classes['tools']}>
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          aria-label={`Move question ${index + 1} up`}
          onClick={() => on.move(index, -1)}
        >
          ↑
        </Button>
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          aria-label={`Move question ${index + 1} down`}
          onClick={() => on.move(index, 1)}
        >
          ↓
        </Button>
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          aria-label={`Duplicate question ${index + 1}`}
          onClick={() => on.duplicate(index)}
        >
          Duplicate
        </Button>
        <Button
          size="compact-xs"
          variant="subtle"
          color="red"
          aria-label={`Remove question ${index + 1} of ${count}`}
          onClick={() => on.remove(index)}
        >
          Remove
        </Button>
      </span>
    </Group>
  );
}

/** Optional parts: picture and explanation. */
function More({ form, index, question, on, row, error }: Props & { error: string | undefined }) {
  const isUsed = Boolean(question.explanation) || Boolean(question.imageUrl);
  const [isOpen, setOpen] = useState(isUsed);
  if (!isOpen && !isUsed)
    return (
      <Button size="compact-xs" variant="subtle" w="fit-content" onClick={() => setOpen(true)}>
        Add an explanation or a picture
      </Button>
    );
  return (
    <>
      <FormattableField
        label="Explanation (optional)"
        description="Shown to members with the answer."
        text={question.explanation ?? ''}
        html={question.explanationHtml ?? null}
        error={error}
        path={`questions.${index}.explanation`}
        onChange={({ text, html }) => on.change(index, { ...question, explanation: text, explanationHtml: html })}
      />
      <RowPlace value={{ at: `${form.name}#questions.${index}.`, is: row }}>
        <ImageField form={form} name={`questions.${index}.imageUrl`} />
      </RowPlace>
    </>
  );
}
