/** Question in the preview of a quiz: the form of the answer, then the result and explanation. */
import type { Answer } from '#contract/course/quiz/score.ts';
import { hasOptions } from '#contract/course/quiz/questions.ts';
import { Formatted } from '#kit/display/formatted.tsx';
import { type Question, optionName } from './quiz-words.ts';
import classes from './try-it.module.css';

/** Identifies options by index, because new ones have no id yet. */
export const toScorableQuestion = ({
  options = [],
  answerKey = null,
  score = 1,
  explanation = '',
  questionHtml = null,
  explanationHtml = null,
  ...question
}: Question) => ({
  ...question,
  answerKey,
  score,
  explanation,
  questionHtml,
  explanationHtml,
  options: options.map(({ text, imageUrl = null, isCorrect = false }, at) => ({
    optionId: String(at),
    text,
    imageUrl,
    isCorrect,
  })),
});

interface Props {
  number: number;
  question: ReturnType<typeof toScorableQuestion>;
  answer: Answer | undefined;
  set: (answer: Answer) => void;
  /** null: not finished yet. */
  outcome: 'right' | 'wrong' | 'given' | null;
}

export function TriedQuestion({ number, question, answer, set, outcome }: Props) {
  const { question: text, questionHtml, imageUrl, explanation, explanationHtml } = question;
  return (
    <fieldset
      className={classes['question']}
      disabled={outcome !== null}
      aria-label={questionHtml ? `${number}. ${text}` : undefined}
    >
      <legend>
        {number}. {!questionHtml && (text || 'No question is written yet')}
      </legend>
      {questionHtml && <Formatted html={questionHtml} />}
      {imageUrl && <img src={imageUrl} alt="" />}
      {hasOptions(question.type) || question.type === 'RATING' ? (
        <Choices number={number} question={question} answer={answer} set={set} />
      ) : (
        <textarea
          rows={question.type === 'TEXT' ? 4 : 1}
          aria-label={`Answer to question ${number}`}
          value={typeof answer === 'string' ? answer : ''}
          onChange={(event) => set(event.currentTarget.value)}
        />
      )}
      {(outcome === 'right' || outcome === 'wrong') && (
        <p data-outcome={outcome}>{outcome === 'right' ? '✓ Right' : '✗ Wrong'}</p>
      )}
      {outcome && explanation && (explanationHtml ? <Formatted html={explanationHtml} /> : <p>{explanation}</p>)}
    </fieldset>
  );
}

const ratings = ['1', '2', '3', '4', '5'].map((text) => ({ optionId: text, text, imageUrl: null }));

function Choices({ number, question: { type, options }, answer, set }: Omit<Props, 'outcome'>) {
  const isMany = type === 'MULTIPLE_CHOICE';
  const chosen = [answer ?? []].flat();
  return (type === 'RATING' ? ratings : options).map(({ optionId, text, imageUrl }, index) => (
    <label key={optionId}>
      <input
        type={isMany ? 'checkbox' : 'radio'}
        name={`tried-${number}`}
        checked={chosen.includes(optionId)}
        onChange={({ currentTarget: { checked } }) =>
          set(isMany ? (checked ? [...chosen, optionId] : chosen.filter((one) => one !== optionId)) : [optionId])
        }
      />
      <span>
        {text || (!imageUrl && 'Nothing written')}
        {imageUrl && <img src={imageUrl} alt={text ? '' : optionName(text, index)} />}
      </span>
    </label>
  ));
}
