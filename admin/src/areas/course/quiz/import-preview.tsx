/** Preview of a question import: errors first, then each question with its right answers marked. */
import { Alert, Stack, Text, Title } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type {
  ImportFault,
  ImportFormat,
  ImportPreview,
  PreviewedQuestion,
} from '#contract/course/question-exchange/endpoints.ts';
import { questionTypeNames } from '#contract/course/quiz/questions.ts';
import { Thumbnail } from '#kit/display/thumbnail.tsx';
import { counted } from '#kit/format/formats.ts';
import { QuestionText } from './question-text.tsx';
import { optionName } from './quiz-words.ts';
import classes from './import-questions.module.css';

/** Limit of shown questions; the rest is counted. */
const maxShown = 100;

const placeWords: Partial<Record<ImportFormat, string>> = { qti: 'Item', xlsx: 'Row' };

function Faults({ errors, place }: { errors: readonly ImportFault[]; place: string }) {
  const rest = errors.length - maxShown;
  return (
    <Alert color="red" title={`${counted(errors.length, 'thing has', 'things have')} to be fixed first`}>
      <ul className={classes['faults']}>
        {errors.slice(0, maxShown).map(({ line, reason, mend }, index) => (
          <li key={index}>
            <b>
              {place} {line}:
            </b>{' '}
            {reason}. {mend && `${mend}.`}
          </li>
        ))}
      </ul>
      {rest > 0 && <Text size="sm">And {rest} more.</Text>}
    </Alert>
  );
}

/** Losses of the questions, by their numbers. */
function Losses({ questions }: { questions: readonly PreviewedQuestion[] }) {
  const losses = questions.flatMap(({ warnings }, index) => warnings.map((text) => ({ text, number: index + 1 })));
  const count = questions.filter(({ warnings }) => warnings.length > 0).length;
  const rest = losses.length - maxShown;
  if (count === 0) return null;
  return (
    <Alert color="yellow" title={`${counted(count, 'question loses', 'questions lose')} something`}>
      <ul className={classes['faults']}>
        {losses.slice(0, maxShown).map(({ text, number }, index) => (
          <li key={index}>
            <b>Question {number}:</b> {text}.
          </li>
        ))}
      </ul>
      {rest > 0 && <Text size="sm">And {rest} more.</Text>}
    </Alert>
  );
}

function Question({ question, number }: { question: PreviewedQuestion['question']; number: number }) {
  const {
    type,
    question: text,
    questionHtml,
    options,
    answerKey,
    explanation,
    explanationHtml,
    imageUrl,
    score,
  } = question;
  return (
    <li className={classes['question']}>
      <div className={classes['line']}>
        <Text size="sm" component="div" {...(!questionHtml && { fw: 600 })} className={classes['text']}>
          {number}. <QuestionText text={text} html={questionHtml} />
        </Text>
        <Text size="xs" c="dimmed">
          {questionTypeNames[type]}
        </Text>
      </div>
      {imageUrl && <Thumbnail src={imageUrl} width={96} height={60} />}
      {options.map((option, index) => (
        <div key={index} className={classes['option']}>
          {option.isCorrect ? <IconCheck size={16} aria-label="Right" /> : <span />}
          <Text size="sm" className={classes['text']} {...(option.isCorrect ? { fw: 600 } : {})}>
            {option.imageUrl && <Thumbnail src={option.imageUrl} width={64} height={40} />}{' '}
            {optionName(option.text, index)}
          </Text>
        </div>
      ))}
      {answerKey && (
        <Text size="sm" className={classes['text']}>
          Answer: {answerKey.split('\n').join(' · ')}
        </Text>
      )}
      {explanation && (
        <Text size="sm" component="div" c="dimmed" className={classes['text']}>
          <QuestionText text={explanation} html={explanationHtml} />
        </Text>
      )}
      {score !== 1 && (
        <Text size="xs" c="dimmed">
          Score {score}
        </Text>
      )}
    </li>
  );
}

export function ImportPreviewList({ preview: { format, questions, errors } }: { preview: ImportPreview }) {
  const rest = questions.length - maxShown;
  return (
    <Stack gap="md">
      {errors.length > 0 && <Faults errors={errors} place={(format && placeWords[format]) ?? 'Line'} />}
      <Losses questions={questions} />
      {questions.length > 0 && (
        <section aria-label="Questions that can be added">
          <Title order={3} size="h5">
            {counted(questions.length, 'question', 'questions')} can be read
          </Title>
          <ol className={classes['questions']}>
            {questions.slice(0, maxShown).map(({ question }, index) => (
              <Question key={index} question={question} number={index + 1} />
            ))}
          </ol>
          {rest > 0 && (
            <Text size="sm" c="dimmed">
              And {rest} more.
            </Text>
          )}
        </section>
      )}
    </Stack>
  );
}
