/** What a page of one record is made of. */
import type { ComponentType, ReactNode } from 'react';
import type { z } from 'zod';
import type { Draft } from '#contract/draft.ts';
import type { RowsOf, Special } from '../form/field.tsx';
import type { Typed } from '../form/values.ts';
import type { Consequence } from './consequence.tsx';
import type { TrailWords } from './history-words.ts';
import type { Opened } from './opened.ts';
import type { Above } from './page-title.ts';
import type { RecordForm, Versioned } from './use-record-form.ts';

/** Fields under their heading. */
export interface Group<S extends Draft> {
  title: string;
  rows: RowsOf<keyof z.input<S> & string>;
}

interface Tab<R extends Versioned, S extends Draft> {
  label: string;
  path: string;
  /** How many are in it, beside its label. */
  countOf?: (record: R) => number;
  panel: ComponentType<Opened<R, S>>;
  /** It needs the room of the facts and the history. */
  isWide?: boolean;
  /** Absent: of each. */
  isOf?: (record: R) => boolean;
  /** What is typed on it and not saved, in words, where it keeps a draft of its own. */
  typed?: TypedOnTab;
}

export interface TypedOnTab {
  draftName: (id: string) => string;
  say: (values: never) => string;
}

export interface RecordPageProps<R extends Versioned, S extends Draft> {
  record: RecordForm<R, S>;
  /** The address of its list. */
  list: string;
  /** Of what is a part of another: the pages above it, outermost first. The last of them has it in its list. */
  above?: (record: R) => readonly Above[];
  /** Its address, where that is not the list's and its id: another one leads there. */
  place?: (record: R) => string;
  /** Absent: its name. */
  titleOf?: (record: R) => string;
  image?: (record: R) => string | null;
  badge?: ComponentType<R>;
  /** One line below the title: how a person is reached. */
  subtitle?: (record: R) => ReactNode;
  /** What becomes of what it holds, for the question before it is deleted. Absent: it is not deleted here. */
  deletion?: (record: R) => string;
  /** What its switch does to whom, beside it; a hook. */
  useSwitching?: (opened: Opened<R, S>) => Consequence | undefined;
  /** What else is done with it. */
  actions?: ComponentType<Opened<R, S>>;
  /** Above the tab, on each. */
  notice?: ComponentType<Opened<R, S>>;
  fields: readonly Group<S>[];
  /** What the form is filled in about: it has the middle of the page then, and the form stands beside it. */
  about?: ComponentType<Opened<R, S>>;
  special?: Special<Typed<z.input<S>>>;
  /** Below the form. */
  panels?: readonly ComponentType<Opened<R, S>>[];
  /** Beside the first, "Overview", which has the form. The path is the last part of the address. */
  tabs?: readonly Tab<R, S>[];
  /** Beside when it was changed. */
  facts: (record: R) => readonly (readonly [label: string, value: ReactNode])[];
  /** What the history says of more than the draft's fields. */
  trail?: TrailWords;
}
