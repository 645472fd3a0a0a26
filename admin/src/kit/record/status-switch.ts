/** Kinds of status that a record is switched between: active and published. */
import type { Endpoint } from '#contract/kernel/endpoint.ts';

/** How the status of a record is switched. */
export interface StatusSwitch<R> {
  /** Column in the history. */
  column: string;
  words: Readonly<Record<'true' | 'false', string>>;
  /** Labels of the ways on and off. */
  verbs: readonly [on: string, off: string];
  call: Endpoint;
  isOn: (record: R) => boolean;
  bodyOf: (record: R, isOn: boolean) => object;
  /** Body that reverts one. Absent: the toast has no Undo. */
  opposite?: (body: object) => object;
}

export const activation = {
  column: 'isActive',
  words: { true: 'Active', false: 'Inactive' },
  verbs: ['Activate', 'Deactivate'],
} as const;
export const publication = {
  column: 'isPublished',
  words: { true: 'Published', false: 'Draft' },
  verbs: ['Publish', 'Unpublish'],
} as const;

export const statusLabel = 'Status';

/** Label and values in the record's history. */
export const switchTrail = ({ column, words }: Pick<StatusSwitch<never>, 'column' | 'words'>) => ({
  labels: { [column]: statusLabel },
  words: { [column]: words },
});
