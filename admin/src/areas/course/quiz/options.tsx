/**
 * Options of a question: Enter, or Tab behind the last, adds one, and Shift+Enter a line; pasted lines become options; a
 * control beside each marks the right ones.
 */
import { Button, Group } from '@mantine/core';
import { type ClipboardEvent, type FocusEvent, type KeyboardEvent, useRef, useState } from 'react';
import { maxOptions } from '#contract/course/quiz/questions.ts';
import type { QuizType } from '#contract/course/quiz/endpoints.ts';
import { renderAndFocus } from '#kit/feedback/focus.ts';
import { ImageField } from '#kit/form/upload-field.tsx';
import { RowPlace, useRowKeys } from '#kit/form/row-keys.ts';
import { withPasted } from './pasted-options.ts';
import { type Option, type Question, isBlank, marked } from './quiz-words.ts';
import type { QuestionsForm } from './use-blocks.ts';
import classes from './quiz.module.css';

interface Props {
  form: QuestionsForm;
  /** Key of the question that survives moves. */
  row: string;
  question: Question;
  index: number;
  kind: QuizType;
  errors: Readonly<Record<string, string>>;
  visit: (name: string) => void;
  set: (options: Option[]) => void;
}

export function Options({ form, row, question, index, kind, errors, visit, set }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const adding = useRef<HTMLButtonElement>(null);
  const options = question.options ?? [];
  const rows = useRowKeys(
    `${row}options`,
    options.map(({ text: words, imageUrl }) => ({ words, imageUrl })),
  );
  const [isOpen, setOpen] = useState(false);
  const hasPictures = isOpen || options.some(({ imageUrl }) => imageUrl);
  const firstPicture = () => list.current?.querySelector<HTMLElement>(`.${classes['picture']} input`);
  const isFixed = question.type === 'TRUE_FALSE';
  const text = (at: number) => list.current?.querySelectorAll('textarea')[at];
  const put = (next: Option[], at: number, find: () => HTMLElement | null | undefined = () => text(at)) =>
    renderAndFocus(() => set(next), find);
  const addAt = (at: number) => put(options.toSpliced(at, 0, { text: '', isCorrect: false }), at);
  const removeAt = (at: number, focus: number) => {
    rows.remove(at);
    put(options.toSpliced(at, 1), focus);
  };
  const mayAdd = options.length < maxOptions && !isFixed;
  const onTab = tabWork({
    question,
    mayAdd,
    addAt,
    drop: (at) => put(options.slice(0, at), at, () => adding.current),
  });
  const onKey = (event: KeyboardEvent<HTMLTextAreaElement>, at: number) => {
    if (!hasPictures && skipsMark(question, kind, at)) onTab(event, at);
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      const below = options[at + 1];
      if (mayAdd && !(below && isBlank(below))) addAt(at + 1);
      else text(at + 1)?.focus();
    }
    if (event.key === 'Backspace' && event.currentTarget.value === '' && isBlank(options[at]!) && options.length > 2) {
      event.preventDefault();
      removeAt(at, Math.max(0, at - 1));
    }
  };
  /** Validate the options when the focus leaves all of them. */
  const leave = ({ relatedTarget }: FocusEvent) => {
    if (!list.current?.contains(relatedTarget)) visit('options');
  };
  return (
    <div ref={list} className={classes['options']} role="group" aria-label={`Options of question ${index + 1}`}>
      {options.map((option, at) => (
        <div key={at} className={classes['option']}>
          <textarea
            rows={option.text.split('\n').length}
            className={classes['text']}
            aria-label={`Option ${at + 1}`}
            placeholder={`Option ${at + 1}`}
            aria-invalid={errors[`options.${at}.text`] ? true : undefined}
            value={option.text}
            data-path={`questions.${index}.options.${at}.text`}
            onChange={(event) => set(options.with(at, { ...option, text: event.currentTarget.value }))}
            onKeyDown={(event) => onKey(event, at)}
            onPaste={(event) => pasteInto(event, { question, at, set, put })}
            onBlur={(event) => {
              visit(`options.${at}.text`);
              leave(event);
            }}
          />
          {kind === 'QUIZ' && (
            <Mark
              isMultiple={question.type === 'MULTIPLE_CHOICE'}
              index={index}
              at={at}
              isRight={option.isCorrect === true}
              set={(isRight) => set(marked(question, at, isRight))}
              onKeyDown={(event) => !hasPictures && onTab(event, at)}
              onBlur={leave}
            />
          )}
          {options.length > 2 && !isFixed && (
            <Remove at={at} onClick={() => removeAt(at, Math.min(at, options.length - 2))} />
          )}
          {errors[`options.${at}.text`] && <span className={classes['error']}>{errors[`options.${at}.text`]}</span>}
          {hasPictures && <Picture form={form} index={index} at={at} row={rows.rowPrefix(at)} />}
        </div>
      ))}
      <Group gap="xs">
        {mayAdd && (
          <Button ref={adding} size="compact-sm" variant="default" onClick={() => addAt(options.length)}>
            Add option
          </Button>
        )}
        {!hasPictures && (
          <Button size="compact-sm" variant="subtle" onClick={() => renderAndFocus(() => setOpen(true), firstPicture)}>
            Add pictures
          </Button>
        )}
      </Group>
    </div>
  );
}

interface Paste extends Pick<Props, 'question' | 'set'> {
  at: number;
  put: (options: Option[], focus: number) => void;
}

/** Lines that are pasted become options, or words of one where there can be no more. */
function pasteInto(event: ClipboardEvent<HTMLTextAreaElement>, { question, at, set, put }: Paste): void {
  const { type, options = [] } = question;
  const clipped = event.clipboardData.getData('text/plain');
  if (!clipped.includes('\n')) return;
  event.preventDefault();
  if (!clipped.trim().includes('\n') || type === 'TRUE_FALSE') {
    const { currentTarget: field } = event;
    field.setRangeText(clipped.trim().replaceAll('\n', ' '), field.selectionStart, field.selectionEnd, 'end');
    set(options.with(at, { ...options[at]!, text: field.value }));
    return;
  }
  const next = withPasted(options, at, textLeft(event.currentTarget), clipped, type === 'SINGLE_CHOICE');
  const behind = options.slice(at + 1).filter((option) => !isBlank(option)).length;
  put(next, next.length - 1 - behind);
}

const Remove = ({ at, onClick }: { at: number; onClick: () => void }) => (
  <button
    type="button"
    tabIndex={-1}
    className={classes['drop']}
    aria-label={`Remove option ${at + 1}`}
    title="Remove (Backspace in an empty option)"
    onClick={onClick}
  >
    ×
  </button>
);

interface PictureProps extends Pick<Props, 'form' | 'index'> {
  at: number;
  /** Key of the option that survives moves. */
  row: string;
}

const Picture = ({ form, index, at, row }: PictureProps) => (
  <div className={classes['picture']}>
    <RowPlace value={{ at: `${form.name}#questions.${index}.options.${at}.`, is: row }}>
      <ImageField
        form={form}
        name={`questions.${index}.options.${at}.imageUrl`}
        words={{ label: `Picture of option ${at + 1}`, ...(at > 0 && { hint: '' }) }}
      />
    </RowPlace>
  </div>
);

/** Text of an input without its selection. */
const textLeft = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) =>
  value.slice(0, selectionStart ?? 0) + value.slice(selectionEnd ?? value.length);

/** Whether Tab in the text skips the mark: in a single choice only the marked option is a tab stop. */
function skipsMark({ type, options = [] }: Question, kind: QuizType, at: number): boolean {
  if (kind === 'SURVEY') return true;
  return type !== 'MULTIPLE_CHOICE' && !options[at]?.isCorrect && options.some(({ isCorrect }) => isCorrect);
}

interface TabWork {
  question: Question;
  mayAdd: boolean;
  addAt: (at: number) => void;
  drop: (at: number) => void;
}

/** Tab behind the last option adds one; behind a blank one it removes that. */
const tabWork =
  ({ question: { type, options = [] }, mayAdd, addAt, drop }: TabWork) =>
  (event: KeyboardEvent, at: number) => {
    if (event.key !== 'Tab' || event.shiftKey || at !== options.length - 1) return;
    const last = options[at];
    const isUnused = last !== undefined && isBlank(last);
    if (isUnused ? options.length <= 2 || type === 'TRUE_FALSE' : !mayAdd) return;
    event.preventDefault();
    if (isUnused) drop(at);
    else addAt(at + 1);
  };

interface MarkProps {
  isMultiple: boolean;
  /** Positions of the question, and of the option in it, from 0. */
  index: number;
  at: number;
  isRight: boolean;
  set: (isRight: boolean) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onBlur: (event: FocusEvent) => void;
}

const Mark = ({ isMultiple, index, at, isRight, set, ...events }: MarkProps) => (
  <label className={classes['mark']}>
    <input
      type={isMultiple ? 'checkbox' : 'radio'}
      name={`right-${index}`}
      aria-label={`Option ${at + 1} is right`}
      checked={isRight}
      onChange={(event) => set(event.currentTarget.checked)}
      {...events}
    />
    Right
  </label>
);
