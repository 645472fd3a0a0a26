/** Date input outside a form: typed or picked. */
import { TextInput } from '@mantine/core';
import { useRef } from 'react';
import { CalendarButton } from './calendar-button.tsx';
import { type DateKind, unreadDate, useDateText } from './use-date-text.ts';

interface Props {
  label: string;
  kind: DateKind;
  /** Empty string: no date. Text that cannot be parsed is passed on as typed. */
  value: string;
  set: (value: string) => void;
  example: string;
  inWords: (value: string) => string;
  hint?: string;
  isFirst?: boolean;
}

export function DayInput({ label, kind, value, set, example, inWords, hint, isFirst = false }: Props) {
  const date = useDateText(kind, value, set);
  const box = useRef<HTMLInputElement>(null);
  return (
    <TextInput
      ref={box}
      label={label}
      placeholder={example}
      autoComplete="off"
      data-autofocus={isFirst || undefined}
      description={date.day ? inWords(value) : hint}
      error={!date.isTyping && value && !date.day ? unreadDate(example) : undefined}
      value={date.text}
      onChange={(event) => date.type(event.currentTarget.value)}
      onBlur={date.commit}
      rightSection={<CalendarButton label={label} date={date} onPicked={() => box.current?.focus()} />}
    />
  );
}
