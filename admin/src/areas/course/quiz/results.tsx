/** Results of a quiz: attempts and passes, and the chosen answers per question. */
import { Text } from '@mantine/core';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { type QuestionResult, getQuizResults, mostChosenWrong, maxTexts } from '#contract/course/quiz/results.ts';
import { useCall } from '#kit/api/use-call.ts';
import { Formatted } from '#kit/display/formatted.tsx';
import { Thumbnail } from '#kit/display/thumbnail.tsx';
import { EmptyState } from '#kit/feedback/states.tsx';
import { counted, formatNumber } from '#kit/format/formats.ts';
import { Section } from '#kit/record/detail-page.tsx';
import { Loaded } from '#kit/record/loaded.tsx';
import { type OpenQuiz, type Quiz, optionName } from './quiz-words.ts';
import classes from './results.module.css';

type Whole = Reply<typeof getQuizResults>;

const percent = (count: number, of: number) => (of === 0 ? '–' : `${Math.round((100 * count) / of)}%`);

export function Results({ id, record }: OpenQuiz) {
  const result = useCall(getQuizResults, { params: { id } });
  return (
    <Loaded result={result} what="results">
      {(results) =>
        results.attempts === 0 ? (
          <EmptyState title="Nobody has taken it yet">
            The answers of members are counted here, question by question.
          </EmptyState>
        ) : (
          <Counted results={results} quiz={record} />
        )
      }
    </Loaded>
  );
}

function Counted({ results, quiz }: { results: Whole; quiz: Quiz }) {
  const questionsById = new Map(quiz.questions.map((question) => [question.questionId, question]));
  return (
    <Section title={`Results ${formatNumber(results.attempts)}`}>
      <Text size="sm" mb="xs">
        {inWords(results, quiz)}
      </Text>
      <Text size="sm" c="dimmed" mb="sm">
        {quiz.type === 'QUIZ'
          ? 'Members count by their best attempt, questions by every attempt.'
          : 'Every answer counts.'}
      </Text>
      <ol className={classes['questions']} aria-label="Questions">
        {results.questions.map((one) => (
          <Answered
            key={one.questionId}
            result={one}
            text={questionsById.get(one.questionId)?.question ?? 'A new question'}
            html={questionsById.get(one.questionId)?.questionHtml}
          />
        ))}
      </ol>
    </Section>
  );
}

/** "18 members, 25 attempts · average 74 · 13 passed (72%), from 70 on". */
function inWords({ members, attempts, average, passed }: Whole, { type, passingScore }: Quiz): string {
  const taken = `${counted(members, 'member', 'members')}, ${counted(attempts, 'attempt', 'attempts')}`;
  if (type === 'SURVEY' || average === null) return taken;
  return `${taken} · average ${average} · ${formatNumber(passed)} passed (${percent(passed, members)}), from ${passingScore} on`;
}

interface AnsweredProps {
  result: QuestionResult;
  text: string;
  html: string | null | undefined;
}

function Answered({ result, text, html }: AnsweredProps) {
  const { answers, right, options, texts } = result;
  const wrong = right === null ? undefined : mostChosenWrong(result);
  return (
    <li>
      {html ? <Formatted html={html} /> : <h3>{text}</h3>}
      <p>
        {right !== null && answers > 0 && `${percent(right, answers)} right · `}
        {answers === 0 ? 'No answers' : counted(answers, 'answer', 'answers')}
      </p>
      {wrong && (
        <p>
          Most chosen of the wrong ones: “{optionName(wrong.text, options.indexOf(wrong))}”,{' '}
          {counted(wrong.count, 'time', 'times')}
        </p>
      )}
      {answers > 0 && (
        <ul className={classes['answers']} aria-label={`Answers to ${text}`}>
          {options.map((option, index) => (
            <Share
              key={option.optionId}
              {...option}
              text={optionName(option.text, index)}
              isRight={right !== null && option.isCorrect}
              of={answers}
            />
          ))}
          {texts.map((one) => (
            <Share key={one.text} {...one} isRight={false} of={answers} />
          ))}
        </ul>
      )}
      {texts.length === maxTexts && <p>Those that were given most.</p>}
    </li>
  );
}

interface ShareProps {
  text: string;
  imageUrl?: string | null;
  count: number;
  isRight: boolean;
  /** Number of answers. */
  of: number;
}

function Share({ text, imageUrl, count, isRight, of }: ShareProps) {
  return (
    <li data-right={isRight || undefined}>
      <span>
        {imageUrl && <Thumbnail src={imageUrl} width={64} height={40} />}{' '}
        <span className={classes['text']}>{text || '(empty)'}</span>
        {isRight && <b> · Right</b>}
      </span>
      <span className={classes['bar']} aria-hidden>
        <span style={{ width: `${(100 * count) / of}%` }} />
      </span>
      <span className={classes['figure']}>
        {formatNumber(count)} · {percent(count, of)}
      </span>
    </li>
  );
}
