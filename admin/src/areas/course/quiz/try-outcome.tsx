/** Result that a member sees after a quiz or survey. */
import type { Score } from '#contract/course/quiz/score.ts';
import type { QuizType } from '#contract/course/quiz/endpoints.ts';
import { formatNumber } from '#kit/format/formats.ts';
import classes from './try-it.module.css';

type Words = { title: string; description?: string | undefined };

export function Outcome({ kind, score, passed, band }: { kind: QuizType } & Score<Words>) {
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
