/** Date and moment fields: typed or picked, with the long format shown below. */
import { CloseButton, TextInput } from '@mantine/core';
import { useMemo, useRef } from 'react';
import { formatLongDay, formatLongMinute } from '../format/formats.ts';
import { bind, type FieldProps } from './bind.ts';
import { CalendarButton } from './calendar-button.tsx';
import { type DateKind, days, momentsAt, unreadDate, useDateText } from './use-date-text.ts';

/** Date and time in Jakarta; an ISO instant in the values. Empty is null, or '' if the field is required. */
export function MomentField<Values>(props: FieldProps<Values>) {
  const { field } = bind(props);
  const time = field.isEnd ? '23:59' : '00:00';
  const kind = useMemo(() => momentsAt(time), [time]);
  return <DateField {...props} kind={kind} inWords={formatLongMinute} example={field.placeholder ?? 'besok 10.00'} />;
}

/** Day without a time, `2026-11-05` in the values. Empty is null, or '' if the field is required. */
export function DayField<Values>(props: FieldProps<Values>) {
  return <DateField {...props} kind={days} inWords={formatLongDay} example="besok" />;
}

interface DateFieldProps<Values> extends FieldProps<Values> {
  kind: DateKind;
  inWords: (value: string) => string;
  example: string;
}

function DateField<Values>({ kind, inWords, example, ...props }: DateFieldProps<Values>) {
  const { field, value, set, input } = bind(props);
  const text = typeof value === 'string' ? value : '';
  const assign = (next: string) => set(next || (field.isNullable ? null : ''));
  const date = useDateText(kind, text, assign);
  const box = useRef<HTMLInputElement>(null);
  return (
    <TextInput
      {...input}
      ref={box}
      // While typing, the text need not be a valid date yet.
      error={date.isTyping ? undefined : input.error && text && !date.day ? unreadDate(example) : input.error}
      description={[date.day && inWords(text), field.locked ?? (date.day ? '' : field.hint)].filter(Boolean).join('. ')}
      placeholder={field.locked === undefined ? example : undefined}
      autoComplete="off"
      value={date.text}
      onChange={(event) => date.type(event.currentTarget.value)}
      onBlur={() => {
        date.commit();
        input.onBlur();
      }}
      onKeyDown={(event) => {
        // Enter and the save shortcut submit the form, so the text is committed first.
        if (event.key === 'Enter' || (event.key === 's' && (event.ctrlKey || event.metaKey))) date.commit();
      }}
      rightSectionWidth={field.isOptional && text ? 60 : 36}
      rightSection={
        field.locked === undefined && (
          <>
            {field.isOptional && text && (
              <CloseButton
                size="sm"
                aria-label={`Clear ${field.label}`}
                onClick={() => {
                  date.commit();
                  assign('');
                  box.current?.focus();
                }}
              />
            )}
            <CalendarButton label={field.label} date={date} onPicked={() => box.current?.focus()} />
          </>
        )
      }
    />
  );
}
