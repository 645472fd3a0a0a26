/** Props of a record's page. */
import type { ComponentType, ReactNode } from 'react';
import type { z } from 'zod';
import type { Draft } from '#contract/kernel/draft.ts';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import type { RowsOf, Special } from '../form/field.tsx';
import type { Typed } from '../form/values.ts';
import type { HeadActions } from './head-actions.tsx';
import type { TrailWords } from './history-words.ts';
import type { Opened } from './opened.ts';
import type { Above } from './page-title.ts';
import type { RecordForm, Versioned } from './use-record-form.ts';
import type { Switching } from './use-status-action.ts';

/** Fields under a heading. */
export interface Group<S extends Draft> {
  title: string;
  rows: RowsOf<keyof z.input<S> & string>;
}

interface Tab<R extends Versioned, S extends Draft> {
  label: string;
  path: string;
  /** Count shown beside the label. */
  countOf?: (record: R) => number;
  panel: ComponentType<Opened<R, S>>;
  /** Uses the full width, without facts and history. */
  isWide?: boolean;
  /** Whether the record has this tab; default: always. */
  isOf?: (record: R) => boolean;
  /** Draft of the tab's own input and its text format. */
  typed?: TypedOnTab;
}

export interface TypedOnTab {
  draftName: (id: string) => string;
  say: (values: never) => string;
}

export interface RecordPageProps<R extends Versioned, S extends Draft> {
  record: RecordForm<R, S>;
  /** Path of the list. */
  list: string;
  /** Parent pages, outermost first, for a record that is part of another. The last one contains its list. */
  above?: (record: R) => readonly Above[];
  /** Path of the record, if it is not the list's path and the id; other paths redirect to it. */
  place?: (record: R) => string;
  /** Title; default: the record's name. */
  titleOf?: (record: R) => string;
  image?: (record: R) => string | null;
  badge?: ComponentType<R>;
  /** Line below the title, for example contact data. */
  subtitle?: (record: R) => ReactNode;
  /** Text of the confirmation before deletion: what happens to its contents. Absent: it cannot be deleted. */
  deletion?: (record: R) => string;
  /** Hook that returns the effect of the switch. */
  useSwitching?: (opened: Opened<R, S>) => Switching;
  /** Hook that returns actions of the head besides the switch and Delete. */
  useActions?: (opened: Opened<R, S>) => HeadActions;
  /** Content above every tab. */
  notice?: ComponentType<Opened<R, S>>;
  /** Call by the record's id that the notice reads: the page waits for it, so that the notice moves nothing. */
  noticeReads?: Endpoint;
  fields: readonly Group<S>[];
  /** Content that the form is about; it takes the middle of the page and the form moves to the aside. */
  about?: ComponentType<Opened<R, S>>;
  special?: Special<Typed<z.input<S>>>;
  /** Below the form. */
  panels?: readonly ComponentType<Opened<R, S>>[];
  /** Path of the tab that contains the form; default: the overview. */
  formTab?: string;
  /** Tabs after "Overview", which contains the form unless `formTab` does. The path is the last segment of the URL. */
  tabs?: readonly Tab<R, S>[];
  /** Facts shown before the date of the last change. */
  facts: (record: R) => readonly (readonly [label: string, value: ReactNode])[];
  /** Labels and values for the history in addition to the draft's fields. */
  trail?: TrailWords;
}
