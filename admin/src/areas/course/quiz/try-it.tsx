/** Preview of a quiz or survey as a member sees it, with unsaved changes: answered and scored, nothing is stored. */
import { Button, Group, Text } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type Answer, scoreOf, type Score } from '#contract/course/quiz/score.ts';
import { Formatted } from '#kit/display/formatted.tsx';
import { counted, formatNumber } from '#kit/format/formats.ts';
import { Section } from '#kit/record/detail-page.tsx';
import type { OpenQuiz, Question } from './quiz-words.ts';
import { TriedQuestion, toScorableQuestion } from './tried-question.tsx';
import type { QuizType } from '#contract/course/quiz/endpoints.ts';
import classes from './try-it.module.css';

type Words = { title: string; description?: string | undefined };

/** Result that a member sees after a quiz or survey. */
function Outcome({ kind, score, passed, band }: { kind: QuizType } & Score<Words>) {
  if (kind === 'SURVEY') return <p role="status">The survey is answered. In a survey nothing is right or wrong.</p>;
  return (
    <div role="status">
      <p className={classes['header']}>
        Score {formatNumber(score)} · {passed ? 'Passed' : 'Not passed'}
      </p>
      {band ? (
        <>
          <p className={classes['header']}>{band.title}</p>
          {band.description && <p>{band.description}</p>}
        </>
      ) : (
        <p>No result is written for this score.</p>
      )}
    </div>
  );
}

type Kind = OpenQuiz['record']['type'];

interface Props {
  kind: Kind;
  settings: OpenQuiz['form']['fields']['values'];
  questions: readonly Question[];
  close: () => void;
}

/** Question indexes in the order a member gets them. */
function orderOf(count: number, isShuffled: boolean): number[] {
  const places = Array.from({ length: count }, (_, place) => place);
  if (!isShuffled) return places;
  for (let at = count - 1; at > 0; at -= 1) {
    const other = Math.floor(Math.random() * (at + 1));
    [places[at], places[other]] = [places[other]!, places[at]!];
  }
  return places;
}

export function TryIt({ kind, settings, questions, close }: Props) {
  const start = () => ({
    order: orderOf(questions.length, settings.shuffleQuestions),
    answers: [] as (Answer | undefined)[],
  });
  const [{ order, answers }, setTrial] = useState(start);
  const [isDone, setDone] = useState(false);
  const top = useRef<HTMLDivElement>(null);
  // Scroll to the start, and to the result.
  useEffect(() => {
    top.current?.focus({ preventScroll: true });
    top.current?.scrollIntoView({ block: 'nearest' });
  }, [isDone]);
  const scorable = questions.map(toScorableQuestion);
  const score = scoreOf(scorable, answers, {
    passingScore: Number(settings.passingScore),
    resultDetail: settings.resultDetail,
  });
  const finish = (event: FormEvent) => {
    event.preventDefault();
    setDone(true);
  };
  const again = () => {
    setTrial(start());
    setDone(false);
  };
  return (
    <Section
      title="As members see it"
      actions={
        <Button variant="default" size="xs" onClick={close}>
          Back to the questions
        </Button>
      }
    >
      <div ref={top} tabIndex={-1} className={classes['top']}>
        <Text size="sm" c="dimmed">
          This shows the questions as they are now, saved or not. Nothing is stored.
        </Text>
        {isDone ? <Outcome kind={kind} {...score} /> : <Introduction settings={settings} count={questions.length} />}
      </div>
      <form onSubmit={finish}>
        {order.map((place, at) => (
          <TriedQuestion
            key={place}
            number={at + 1}
            question={scorable[place]!}
            answer={answers[place]}
            set={(answer) => setTrial({ order, answers: Object.assign([...answers], { [place]: answer }) })}
            outcome={
              isDone ? (kind === 'QUIZ' && score.right[place] ? 'right' : kind === 'QUIZ' ? 'wrong' : 'given') : null
            }
          />
        ))}
        <Group>
          {isDone ? (
            <Button onClick={again}>Again</Button>
          ) : (
            questions.length > 0 && <Button type="submit">Finish</Button>
          )}
        </Group>
      </form>
    </Section>
  );
}

function Introduction({ settings, count }: { settings: Props['settings']; count: number }) {
  const { header, content, timeLimit } = settings;
  return (
    <>
      {header && <p className={classes['header']}>{header}</p>}
      <Formatted html={content} />
      <p>
        {count === 0 ? 'It has no questions yet.' : counted(count, 'question', 'questions')}
        {timeLimit ? `, ${counted(timeLimit, 'minute', 'minutes')} at most; no time limit here` : ''}
      </p>
    </>
  );
}
