/** Validates params, query and body with the contract's schemas; a refusal lists every wrong field at once. */
import type { FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';
import { fieldAt } from '#contract/draft.ts';
import { HttpError } from '../errors.ts';

const asField = (issue: z.core.$ZodIssue) => ({ path: issue.path.join('.'), message: issue.message });

/** A union's own message says nothing; the issues of its first branch do, which stand where the union stands. */
const flatten = (issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue[] =>
  issues.flatMap((issue) => {
    const [first] = issue.code === 'invalid_union' && issue.message === 'Invalid input' ? issue.errors : [];
    return first?.length
      ? flatten(first).map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }))
      : [issue];
  });

/** The message of the whole names the first field as its form does; each field's own stands beside it and need not. */
function validationError(schema: z.ZodType, { issues }: z.ZodError): HttpError {
  const errors = flatten(issues).map(asField);
  const [first] = errors;
  const label = first && fieldAt(schema, first.path)?.label;
  const message = first?.message ?? 'Not valid';
  return new HttpError(400, label ? `${label}: ${message}` : message, { errors });
}

export const validatorCompiler: FastifySchemaCompiler<z.ZodType> =
  ({ schema }) =>
  (data) => {
    const result = schema.safeParse(data);
    return result.success ? { value: result.data } : { error: validationError(schema, result.error) };
  };

/** For what only a handler can put together: the value as the schema reads it, or the same refusal. */
export function validated<S extends z.ZodType>(schema: S, data: unknown): z.output<S> {
  const result = schema.safeParse(data);
  if (!result.success) throw validationError(schema, result.error);
  return result.data;
}
