/** Form fields with validation. A field shows its errors only after it was visited. */
import { schemaResolver, useForm, type UseFormReturnType } from '@mantine/form';
import { useMemo, useRef } from 'react';
import type { z } from 'zod';
import { afterPress } from './after-press.ts';
import { useFormPlace, type FormPlace } from './use-form-place.ts';
import { useVerifying, type Verifying } from './use-verifying.ts';
import { remainingErrors, visitedErrors, type Refusal } from './values.ts';

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
function useErrors<Values>({ fields, schema, place, verifying }: Parts<Values>) {
  const visited = useRef(new Set<string>()).current;
  const refusal = useRef<Refusal<Values>>(undefined);
  const validate = useMemo(() => schemaResolver(schema, { sync: true }), [schema]);
  const show = (values: Values) =>
    fields.setErrors({
      ...remainingErrors(refusal.current, values),
      ...verifying.troubles(values),
      ...visitedErrors(validate(values), visited),
    });
  const showNow = () => show(fields.getValues());
  const showAll = (errors: object) => {
    const paths = Object.keys(errors);
    for (const path of paths) visited.add(path);
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
  const visit = (path: string) => {
    visited.add(path);
    afterPress(showNow);
  };
  const forget = () => {
    visited.clear();
    refusal.current = undefined;
  };
  return { show, visit, check, refuse, forget };
}
