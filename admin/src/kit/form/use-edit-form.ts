/**
 * A form on a record: the contract's rules beside the fields, a draft that survives a session that ends,
 * and nobody's change overwritten (looks.md, Form and Detail page).
 */
import { schemaResolver, useForm, type UseFormReturnType } from '@mantine/form';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { z } from 'zod';
import type { CallError } from '../call-error.ts';
import type { Outcome, RunOptions } from '../use-action.ts';
import { dropDraft, keepDraft, readDraft } from './draft.ts';
import { differing, fieldErrors, isSame, visitedErrors } from './values.ts';

/** A record as the form knows it. `version` is absent where there is nothing to overwrite: creating. */
export interface Based<Values> {
  values: Values;
  version?: number | undefined;
}

export interface EditFormOptions<S extends z.ZodType, Result> {
  /** Names the draft: unique for the record, such as `discount/{id}`. */
  name: string;
  /** The contract's draft schema; its messages stand beside the fields. */
  schema: S;
  initial: z.input<S>;
  version?: number | undefined;
  /** Runs the action. `ifMatch` is the version that the person saw. */
  save: (values: z.input<S>, options: RunOptions) => Promise<Outcome<Result>>;
  /** The record as it is now, when somebody saved first. Needed with `version`. */
  latest?: () => Promise<Based<z.input<S>> | undefined>;
  /** What is typed is never kept (a password): no draft, and a saved form is empty again. */
  isSecret?: boolean;
  /** Where to go from here; the toast and the refresh happen by themselves. */
  onSaved?: (reply: Result) => unknown;
}

/** Somebody else saved first: who and when, and what they made of it. */
export interface Conflict<Values> {
  by: string;
  at: string;
  theirs: Values;
  version: number | undefined;
}

export interface EditForm<Values> {
  fields: UseFormReturnType<Values>;
  /** Names of fields by path, for comparing; fields fill it in. */
  labels: Map<string, string>;
  /** A field was left: from now on its errors show as it is typed. */
  visit: (path: string) => void;
  isDirty: boolean;
  isSaving: boolean;
  /** What was typed before a reload or a session that ended was put back. */
  isRestored: boolean;
  conflict: Conflict<Values> | undefined;
  /** Answers whether it was saved. */
  submit: () => Promise<boolean>;
  discard: () => void;
  takeTheirs: () => void;
  keepMine: () => Promise<boolean>;
  askLater: () => void;
  /** Focus goes to the first wrong field in here. */
  element: React.RefObject<HTMLFormElement | null>;
  /** True while leaving would lose something. */
  hasUnsaved: () => boolean;
}

interface Reply {
  version?: number;
}

export function useEditForm<S extends z.ZodType<object, object>, Result>(options: EditFormOptions<S, Result>): EditForm<z.input<S>> {
  type Values = z.input<S>;
  const { name, schema, initial, save, latest, onSaved, isSecret = false } = options;
  const [base, setBase] = useState<Based<Values>>({ values: initial, version: options.version });
  const [isSaving, setSaving] = useState(false);
  const [isRestored, setRestored] = useState(false);
  const [conflict, setConflict] = useState<Conflict<Values>>();
  const visited = useRef(new Set<string>()).current;
  const labels = useRef(new Map<string, string>()).current;
  const element = useRef<HTMLFormElement>(null);
  const isSettled = useRef(false);
  const validate = useMemo(() => schemaResolver(schema, { sync: true }), [schema]);
  const showErrors = (values: Values) => fields.setErrors(visitedErrors(validate(values), visited));
  const fields = useForm<Values>({
    initialValues: initial,
    validate,
    clearInputErrorOnChange: false,
    onValuesChange: (values) => {
      isSettled.current = false;
      showErrors(values);
      if (isSame(values, base.values)) dropDraft(name);
      else if (!isSecret) keepDraft(name, { values, version: base.version } satisfies Based<Values>);
    },
  });
  const isDirty = !isSame(fields.values, base.values);

  const adopt = (next: Based<Values>) => {
    setBase(next);
    fields.setInitialValues(next.values);
    fields.setValues(next.values);
    visited.clear();
    fields.clearErrors();
    dropDraft(name);
    setRestored(false);
    setConflict(undefined);
  };

  useEffect(() => {
    const draft = readDraft<Based<Values>>(name);
    if (!draft || isSame(draft.values, initial)) return;
    setBase({ values: initial, version: draft.version });
    fields.setValues(draft.values);
    setRestored(true);
  }, [name]);

  const record = JSON.stringify([initial, options.version]);
  useEffect(() => {
    // The record was read again. What the person has begun stays, with the version they began on.
    if (!isDirty) adopt({ values: initial, version: options.version });
  }, [record]);

  const fail = async (error: CallError, tried: Values): Promise<boolean> => {
    if (error.status === 412) return await settle(error, tried);
    if (error.errors.length > 0) {
      fields.setErrors(fieldErrors(error.errors));
      focusFirstError(element.current);
    }
    return false;
  };

  /** Somebody saved since. Where they touched none of these fields there is nothing to ask. */
  const settle = async (error: CallError, mine: Values): Promise<boolean> => {
    const now = await latest?.();
    if (!now) return false;
    if (differing(base.values, now.values).length === 0) return await send(mine, now.version);
    setConflict({ by: error.conflict?.by ?? 'Somebody', at: error.conflict?.at ?? '', theirs: now.values, version: now.version });
    return false;
  };

  const send = async (values: Values, version: number | undefined): Promise<boolean> => {
    setSaving(true);
    const outcome = await save(values, { ifMatch: version }).finally(() => setSaving(false));
    if (!outcome.ok) return await fail(outcome.error, values);
    adopt({ values: isSecret ? initial : values, version: (outcome.reply as Reply | undefined)?.version ?? version });
    isSettled.current = true;
    await onSaved?.(outcome.reply);
    return true;
  };

  return {
    fields, labels, element, isDirty, isSaving, isRestored, conflict,
    visit: (path) => { visited.add(path); showErrors(fields.getValues()); },
    submit: async () => {
      if (isSaving) return false;
      const errors = validate(fields.getValues());
      for (const path of Object.keys(errors)) visited.add(path);
      fields.setErrors(errors);
      if (Object.keys(errors).length > 0) {
        focusFirstError(element.current);
        return false;
      }
      return await send(fields.getValues(), base.version);
    },
    discard: () => adopt(base),
    takeTheirs: () => { if (conflict) adopt({ values: conflict.theirs, version: conflict.version }); },
    keepMine: async () => {
      const version = conflict?.version;
      setConflict(undefined);
      return await send(fields.getValues(), version);
    },
    askLater: () => setConflict(undefined),
    hasUnsaved: () => isDirty && !isSettled.current,
  };
}

/** After the errors are drawn. */
function focusFirstError(form: HTMLFormElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}
