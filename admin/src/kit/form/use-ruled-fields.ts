/** Fields under the contract's rules. A field does not scold before the person has been at it. */
import { schemaResolver, useForm, type UseFormReturnType } from '@mantine/form';
import { useMemo, useRef } from 'react';
import type { z } from 'zod';
import { afterPress } from './after-press.ts';
import { useFormPlace, type FormPlace } from './use-form-place.ts';
import { visitedErrors } from './values.ts';

export interface RuledFields<Values> {
  fields: UseFormReturnType<Values>;
  place: FormPlace;
  /** A field was left: from now on its errors show as it is typed. */
  visit: (path: string) => void;
  /** Shows every error. Answers whether there is none. */
  check: () => boolean;
  /** Shows the server's errors, until the next change. */
  refuse: (errors: Record<string, string>) => void;
  /** Begins anew from these values. */
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
  const visited = useRef(new Set<string>()).current;
  const place = useFormPlace(reveal);
  const validate = useMemo(() => schemaResolver(schema, { sync: true }), [schema]);
  const fields = useForm<Values>({
    initialValues: initial,
    clearInputErrorOnChange: false,
    onValuesChange: (values) => {
      show(values);
      onChange(values);
    },
  });
  const show = (values: Values) => fields.setErrors(visitedErrors(validate(values), visited));
  const refuse = (errors: Record<string, unknown>) => {
    for (const path of Object.keys(errors)) visited.add(path);
    fields.setErrors(errors as Record<string, string>);
    if (Object.keys(errors).length > 0) place.show();
  };
  const check = () => {
    const errors = validate(fields.getValues());
    refuse(errors);
    return Object.keys(errors).length === 0;
  };
  const visit = (path: string) => {
    visited.add(path);
    afterPress(() => show(fields.getValues()));
  };
  const reset = (values: Values) => {
    visited.clear();
    fields.setInitialValues(values);
    fields.setValues(values);
    fields.clearErrors();
  };
  return { fields, place, visit, check, refuse, reset };
}
