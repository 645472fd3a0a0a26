/** Form fields with their place in the document, rules and verifications. A field shows its errors only after it was visited. */
import { schemaResolver, useForm, type UseFormReturnType } from '@mantine/form';
import { useMemo, useRef, useCallback, useState } from 'react';
import type { z } from 'zod';
import { remainingErrors, type Refusal, valueAt } from './values.ts';
import { createVisits } from './visits.ts';

export interface RuledFields<Values> {
  fields: UseFormReturnType<Values>;
  place: FormPlace;
  /** Marks a field as visited on blur; from then on its errors are shown while typing. */
  visit: (path: string) => void;
  /** Shows all errors. Resolves to whether there are none, after pending verifications. */
  check: () => Promise<boolean>;
  /** Shows the server's errors, each until its field changes or the form is sent again. */
  refuse: (errors: Record<string, string>) => void;
  verify: Verifying['verify'];
  /** Resets to these values. */
  reset: (values: Values) => void;
}

interface Options<Values> {
  schema: z.ZodType<object>;
  initial: Values;
  onChange: (values: Values) => void;
  reveal: (() => void) | undefined;
}

export function useRuledFields<Values extends object>(options: Options<Values>): RuledFields<Values> {
  const { schema, initial, onChange, reveal } = options;
  const place = useFormPlace(reveal);
  const changed = useRef<(values: Values) => void>(undefined);
  const fields = useForm<Values>({
    initialValues: initial,
    clearInputErrorOnChange: false,
    onValuesChange: (values) => changed.current?.(values),
  });
  const verifying = useVerifying(fields);
  const { show, forget, ...errors } = useErrors({ fields, schema, place, verifying });
  const verify: Verifying['verify'] = async (path, work) => {
    await verifying.verify(path, work);
    show(fields.getValues());
  };
  changed.current = (values) => {
    show(values);
    onChange(values);
  };
  const reset = (values: Values) => {
    forget();
    fields.setInitialValues(values);
    fields.setValues(values);
    fields.clearErrors();
  };
  return { fields, place, verify, ...errors, reset };
}

interface Parts<Values> {
  fields: UseFormReturnType<Values>;
  schema: z.ZodType<object>;
  place: FormPlace;
  verifying: ReturnType<typeof useVerifying<Values>>;
}

/** Combines the errors to show: of the server, of verifications, and of the rules for visited fields. */
function useErrors<Values extends object>({ fields, schema, place, verifying }: Parts<Values>) {
  const [visits] = useState(createVisits);
  const refusal = useRef<Refusal<Values>>(undefined);
  const validate = useMemo(() => schemaResolver(schema, { sync: true }), [schema]);
  const show = (values: Values) =>
    fields.setErrors({
      ...remainingErrors(refusal.current, values),
      ...verifying.troubles(values),
      ...visits.errorsOf(validate(values), values),
    });
  const showNow = () => show(fields.getValues());
  const visit = (path: string) => {
    visits.visit(fields.getValues(), path);
    afterPress(showNow);
  };
  const showAll = (errors: object) => {
    const paths = Object.keys(errors);
    visits.visit(fields.getValues(), ...paths);
    showNow();
    if (paths.length > 0) place.show();
    return paths.length === 0;
  };
  const refuse = (errors: Record<string, string>) => {
    refusal.current = { errors, values: fields.getValues() };
    showAll(errors);
  };
  const check = async () => {
    await verifying.settled();
    refusal.current = undefined;
    const values = fields.getValues();
    return showAll({ ...verifying.troubles(values), ...validate(values) });
  };
  const forget = () => {
    visits.forget();
    refusal.current = undefined;
  };
  return { show, visit, check, refuse, forget };
}

let isPressed = false;
const queue: (() => void)[] = [];

const release = () => {
  isPressed = false;
  // Runs after the click event that follows the release.
  setTimeout(() => {
    for (const callback of queue.splice(0)) callback();
  });
};
window.addEventListener(
  'pointerdown',
  () => {
    isPressed = true;
  },
  true,
);
for (const end of ['pointerup', 'pointercancel', 'dragend']) window.addEventListener(end, release, true);

/** Runs the callback now, or after the pressed pointer is released. */
function afterPress(callback: () => void): void {
  if (isPressed) queue.push(callback);
  else callback();
}

/** Resolves to the error of a value, '' for none. `signal` aborts when there is a newer value. */
export type Verify = (signal: AbortSignal) => Promise<string>;

interface Verifying {
  /** Verifies the current value of a field. Resolves when the result is known or superseded. */
  verify: (path: string, work: Verify) => Promise<void>;
  /** Resolves when no verification is pending. */
  settled: () => Promise<unknown>;
}

interface Entry {
  value: unknown;
  trouble: string;
  controller: AbortController;
  work: Promise<void>;
}

/**
 * Verifies field values asynchronously. `troubles` returns the errors of values that are still the verified ones,
 * except the record's initial values.
 */
function useVerifying<Values>(fields: UseFormReturnType<Values>) {
  const entries = useRef(new Map<string, Entry>()).current;
  const verify: Verifying['verify'] = (path, work) => {
    entries.get(path)?.controller.abort();
    const controller = new AbortController();
    const entry: Entry = {
      value: valueAt(fields.getValues(), path),
      trouble: '',
      controller,
      work: Promise.resolve(),
    };
    entry.work = work(controller.signal).then((trouble) => {
      entry.trouble = trouble;
    });
    entries.set(path, entry);
    return entry.work;
  };
  const troubles = (values: Values) =>
    Object.fromEntries(
      [...entries]
        .filter(
          ([path, { value, trouble }]) =>
            trouble && valueAt(values, path) === value && valueAt(fields.getInitialValues(), path) !== value,
        )
        .map(([path, { trouble }]) => [path, trouble]),
    );
  return { verify, troubles, settled: () => Promise.all([...entries.values()].map(({ work }) => work)) };
}

export interface FormPlace {
  /** Ref of the form element. */
  ref: (element: HTMLFormElement | null) => void;
  /** Form element while it is mounted. */
  element: () => HTMLFormElement | null;
  /** Focuses the field at `path`, or the first invalid one. */
  show: (path?: string) => void;
  /** Element in the form that last had the focus. */
  last: () => HTMLElement | undefined;
}

const invalidField = '[aria-invalid="true"]';

/** `reveal` opens the tab that shows the form. */
function useFormPlace(reveal: (() => void) | undefined): FormPlace {
  const element = useRef<HTMLFormElement | null>(null);
  const pendingSelector = useRef<string>(undefined);
  const last = useRef<HTMLElement>(undefined);
  const ref = useCallback((mounted: HTMLFormElement | null) => {
    element.current = mounted;
    mounted?.addEventListener('focusin', ({ target }) => {
      if (target instanceof HTMLElement) last.current = target;
    });
    if (mounted && pendingSelector.current) focusField(mounted, pendingSelector.current);
    if (mounted) pendingSelector.current = undefined;
  }, []);
  return {
    ref,
    element: () => element.current,
    last: () => (last.current?.isConnected ? last.current : undefined),
    show: (path) => {
      const selector = path ? `[data-path="${CSS.escape(path)}"]` : invalidField;
      if (element.current) return focusField(element.current, selector);
      pendingSelector.current = selector;
      reveal?.();
    },
  };
}

/** Maximum number of frames to wait until a change is rendered. */
const maxFrames = 30;

/**
 * Waits until the errors are rendered, then focuses the field and scrolls its error message to the middle, where the
 * save bar does not cover it.
 */
function focusField(form: HTMLFormElement, selector: string, frames = maxFrames): void {
  requestAnimationFrame(() => {
    const field = form.querySelector<HTMLElement>(selector);
    if (!field && frames > 0) return focusField(form, selector, frames - 1);
    field?.focus({ preventScroll: true });
    const message = field?.closest('.mantine-InputWrapper-root')?.querySelector('.mantine-InputWrapper-error');
    (message ?? field)?.scrollIntoView({ block: 'center' });
  });
}
