/** State of a text field for a date: text that can be parsed takes effect while typing and is reformatted on blur. */
import { useState } from 'react';
import { jakartaDay } from '#contract/kernel/days.ts';
import { fromWallClock, toWallClock } from '../format/formats.ts';
import { type DayAndTime, readDay, readMoment, writeDay, writeMoment } from './date-words.ts';

/** Format of the value: a day `2026-11-23`, or the ISO instant of a moment in Jakarta. */
export interface DateKind {
  read: (typed: string, present: DayAndTime | undefined) => string | undefined;
  write: (value: string) => string;
  /** undefined if the value is text that could not be parsed. */
  partsOf: (value: string) => DayAndTime | undefined;
  on: (day: string, present: DayAndTime | undefined) => string;
}

/** Error for text that is not a date. */
export const unreadDate = (example: string): string => `Not a date: write ${example}, 23/11/2026 or senin depan`;

export const today = (): string => jakartaDay(new Date());

const isDay = (value: string) => /^\d{4}-\d{2}-\d{2}$/.test(value);
export const days: DateKind = {
  read: (typed) => readDay(typed, today()),
  write: (value) => (isDay(value) ? writeDay(value) : value),
  partsOf: (value) => (isDay(value) ? { day: value } : undefined),
  on: (day) => day,
};

const isInstant = (value: string) => /^\d{4}-\d{2}-\d{2}T/.test(value) && !Number.isNaN(Date.parse(value));
function wallOf(value: string): DayAndTime | undefined {
  const [day = '', time = ''] = isInstant(value) ? toWallClock(value).split('T') : [];
  return day ? { day, time } : undefined;
}
/** `time`: default time of a day picked without one. */
export const momentsAt = (time: string): DateKind => ({
  read: (typed, present) => {
    const parsed = readMoment(typed, today());
    return parsed && fromWallClock(`${parsed.day}T${parsed.time ?? present?.time ?? time}`);
  },
  write: (value) => {
    const wall = wallOf(value);
    return wall ? writeMoment(wall) : value;
  },
  partsOf: wallOf,
  on: (day, present) => fromWallClock(`${day}T${present?.time ?? time}`),
});

export interface DateText {
  text: string;
  isTyping: boolean;
  type: (text: string) => void;
  /** Called on blur and on Enter. */
  commit: () => void;
  /** Selected day. */
  day: string | undefined;
  pick: (day: string) => void;
}

/** '' means no date. Text that cannot be parsed becomes the value as typed, so that the field's rule rejects it. */
export function useDateText(kind: DateKind, value: string, set: (value: string) => void): DateText {
  const [typed, setTyped] = useState<{ text: string; before: DayAndTime | undefined }>();
  const present = kind.partsOf(value);
  return {
    text: typed?.text ?? kind.write(value),
    isTyping: typed !== undefined,
    type: (text) => {
      const before = typed ? typed.before : present;
      setTyped({ text, before });
      set(text.trim() === '' ? '' : (kind.read(text, before) ?? text));
    },
    commit: () => setTyped(undefined),
    day: present?.day,
    pick: (day) => {
      setTyped(undefined);
      set(kind.on(day, present));
    },
  };
}
