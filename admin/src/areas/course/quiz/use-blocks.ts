/** Actions on question blocks: add, move, copy, remove, and keyboard navigation. */
import { type KeyboardEvent, useMemo, useRef } from 'react';
import type { QuizType } from '#contract/course/quiz/endpoints.ts';
import { useTask } from '#kit/api/use-action.ts';
import { renderAndFocus } from '#kit/feedback/focus.ts';
import { useRowKeys } from '#kit/form/row-keys.ts';
import type { EditForm } from '#kit/form/use-edit-form.ts';
import { type Question, blankQuestion, isBlank } from './quiz-words.ts';

export type QuestionsForm = EditForm<{ questions: Question[] }>;

/** Stable, so that blocks can be memoized. */
export interface BlockWork {
  change: (index: number, question: Question) => void;
  move: (index: number, by: 1 | -1) => void;
  duplicate: (index: number) => void;
  remove: (index: number) => void;
}

const textOf = (list: HTMLElement | null, index: number) =>
  list?.querySelector<HTMLElement>(`[data-block="${index}"] :is(textarea, [role="textbox"])`);

interface Removed {
  index: number;
  back: () => void;
}

/** Actions of blocks on the list of questions; `all` returns the current ones. */
function workOn(
  all: () => Question[],
  put: (questions: Question[], focus?: number) => void,
  onRemoved: (removed: Removed) => void,
  forget: (index: number) => void,
) {
  const insert = (index: number, question: Question) => {
    put(all().toSpliced(index, 0, question), index);
  };
  const on: BlockWork = {
    change: (index, question) => put(all().with(index, question)),
    move: (index, by) => {
      const question = all()[index];
      if (!question || !all()[index + by]) return;
      put(
        all()
          .toSpliced(index, 1)
          .toSpliced(index + by, 0, question),
        index + by,
      );
    },
    duplicate: (index) => {
      const { questionId: _, ...question } = all()[index]!;
      const options = question.options?.map(({ optionId: _id, ...option }) => option);
      insert(index + 1, { ...question, ...(options && { options }) });
    },
    remove: (index) => {
      const question = all()[index];
      if (!question) return;
      forget(index);
      put(all().toSpliced(index, 1), Math.min(index, all().length - 2));
      onRemoved({ index, back: () => insert(Math.min(index, all().length), question) });
    },
  };
  return { on, insert };
}

/** Undo for a removal; nothing is sent before the save. */
const useRemoval = () =>
  useTask<Removed, void>({
    messages: { ok: 'It is removed when you save' },
    about: ({ index }) => `Question ${index + 1}`,
    undo: ({ back }) => back,
    perform: async () => undefined,
  });

/** Removes trailing blank options when the user goes on to the next question; two options remain. */
function withoutBlankOptions(question: Question): Question {
  const { options } = question;
  if (!options) return question;
  const last = options.findLastIndex((option) => !isBlank(option));
  return { ...question, options: options.slice(0, Math.max(2, last + 1)) };
}

/** Compares without ids: a save assigns ids to questions and options. */
const withoutIds = ({ questionId: _, options, ...question }: Question) => ({
  ...question,
  options: options?.map(({ optionId: _id, ...option }) => option),
});

/** Keyboard shortcuts of a block. */
const keyWork = (form: QuestionsForm, kind: QuizType, work: ReturnType<typeof workOn>) => (event: KeyboardEvent) => {
  const block = (event.target as Element).closest<HTMLElement>('[data-block]');
  if (!block) return;
  const index = Number(block.dataset['block']);
  const { questions } = form.fields.values;
  const step = { ArrowUp: -1 as const, ArrowDown: 1 as const }[event.key];
  const question = questions[index];
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
    if (question) work.on.change(index, withoutBlankOptions(question));
    work.insert(index + 1, blankQuestion(question?.type ?? (kind === 'QUIZ' ? 'SINGLE_CHOICE' : 'RATING')));
  } else if (event.altKey && step) work.on.move(index, step);
  else return;
  event.preventDefault();
};

/** Actions of the blocks. `list` goes to the element around them, `onKey` to its key events. */
export function useBlocks(form: QuestionsForm, kind: QuizType) {
  const list = useRef<HTMLDivElement>(null);
  const removal = useRemoval();
  const rows = useRowKeys(`${form.name}#questions`, form.fields.values.questions.map(withoutIds));
  const latest = useRef({ form, removal, rows });
  latest.current = { form, removal, rows };
  const work = useMemo(
    () =>
      workOn(
        () => latest.current.form.fields.getValues().questions,
        (questions, focus) => {
          const set = () => latest.current.form.fields.setFieldValue('questions', questions);
          if (focus === undefined) set();
          else renderAndFocus(set, () => textOf(list.current, focus));
        },
        (removed) => void latest.current.removal.run(removed),
        (index) => latest.current.rows.remove(index),
      ),
    [latest, list],
  );
  const onKey = keyWork(form, kind, work);
  const addAll = (questions: readonly Question[]) => {
    const { getValues, setFieldValue } = form.fields;
    setFieldValue('questions', [...getValues().questions, ...questions]);
  };
  const add = (question: Question) => work.insert(form.fields.values.questions.length, question);
  return { list, on: work.on, onKey, add, addAll, rowOf: rows.rowPrefix };
}
