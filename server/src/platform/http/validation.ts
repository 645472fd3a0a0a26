/** Validates params, query and body with the contract's schemas; a refusal lists every wrong field at once. */
import type { FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';
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

function validationError(issues: readonly z.core.$ZodIssue[]): HttpError {
  const errors = flatten(issues).map(asField);
  const [first] = errors;
  const message = first?.message ?? 'Not valid';
  return new HttpError(400, message, { errors });
}

export const validatorCompiler: FastifySchemaCompiler<z.ZodType> =
  ({ schema }) =>
  (data) => {
    const result = schema.safeParse(data);
    return result.success ? { value: result.data } : { error: validationError(result.error.issues) };
  };

/** For what only a handler can put together: the value as the schema reads it, or the same refusal. */
export function validated<S extends z.ZodType>(schema: S, data: unknown): z.output<S> {
  const result = schema.safeParse(data);
  if (!result.success) throw validationError(result.error.issues);
  return result.data;
}
