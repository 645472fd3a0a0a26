import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { z } from 'zod';
import { dropDraft, keepDraft, readDraft } from './draft.ts';
import { useRuledFields, type RuledFields } from './use-ruled-fields.ts';
import type { Based } from './use-saving.ts';
import { isSame } from './values.ts';

interface Options<S extends z.ZodType> {
  /** Names the draft. */
  name: string;
  schema: S;
  /** The record as it was read last. */
  initial: z.input<S>;
  version: number | undefined;
  isSecret: boolean;
}

export interface WorkingCopy<Values> {
  ruled: RuledFields<Values>;
  /** What the person's changes are made on. */
  base: Based<Values>;
  isDirty: boolean;
  isRestored: boolean;
  /** From here on the form is about this record; nothing is unsaved. */
  adopt: (next: Based<Values>) => void;
  hasUnsaved: () => boolean;
}

/** The fields of a record while somebody works on them: apart from what is saved, kept as a draft, never replaced under their hands. */
export function useWorkingCopy<S extends z.ZodType<object, object>>({ name, schema, initial, version, isSecret }: Options<S>): WorkingCopy<z.input<S>> {
  type Values = z.input<S>;
  const [base, setBase] = useState<Based<Values>>({ values: initial, version });
  const [isRestored, setRestored] = useState(false);
  const isSettled = useRef(false);
  const ruled = useRuledFields(schema, initial, (values) => {
    isSettled.current = false;
    if (isSame(values, base.values)) dropDraft(name);
    else if (!isSecret) keepDraft(name, { values, version: base.version } satisfies Based<Values>);
  });
  const isDirty = !isSame(ruled.fields.values, base.values);
  const adopt = (next: Based<Values>) => {
    setBase(next);
    ruled.reset(next.values);
    dropDraft(name);
    setRestored(false);
    isSettled.current = true;
  };
  const restore = useEffectEvent(() => {
    const draft = readDraft<Based<Values>>(name);
    if (!draft || isSame(draft.values, initial)) return;
    setBase({ values: initial, version: draft.version });
    ruled.fields.setValues(draft.values);
    setRestored(true);
  });
  useEffect(() => restore(), [name]);
  useRereading([initial, version], () => { if (!isDirty) adopt({ values: initial, version }); });
  return { ruled, base, isDirty, isRestored, adopt, hasUnsaved: () => isDirty && !isSettled.current };
}

/** Calls back when the record was read again and is another; not for the first reading, which the form began with. */
function useRereading(record: unknown, onOther: () => void): void {
  const read = JSON.stringify(record);
  const known = useRef(read);
  const tell = useEffectEvent(onOther);
  useEffect(() => {
    if (known.current === read) return;
    known.current = read;
    tell();
  }, [read]);
}
