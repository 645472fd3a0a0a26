/** Validates params, query and body with the contract's schemas; a refusal lists every wrong field at once. */
import type { FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';
import { fieldAt } from '#contract/draft.ts';
import { isAboutItsField } from '#contract/validation-messages.ts';
import { HttpError } from '../errors.ts';

const asField = (issue: z.core.$ZodIssue) => ({ path: issue.path.join('.'), message: issue.message });

const valueAt = (data: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce((at, key) => (at as Record<PropertyKey, unknown> | null | undefined)?.[key], data);

/**
 * A union's own message says nothing; the issues of a branch do, which stand where the union stands: of the first that
 * asks for nothing but what was sent, for that is what was meant.
 */
const flatten = (issues: readonly z.core.$ZodIssue[], data: unknown): z.core.$ZodIssue[] =>
  issues.flatMap((issue) => {
    if (issue.code !== 'invalid_union' || issue.message !== 'Invalid input') return [issue];
    const at = valueAt(data, issue.path);
    const wasMeant = (branch: z.core.$ZodIssue[]) => branch.every(({ path }) => valueAt(at, path) !== undefined);
    const branch = issue.errors.find(wasMeant) ?? issue.errors[0];
    if (!branch?.length) return [issue];
    return flatten(branch, at).map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }));
  });

/** The message of the whole names the first field as its form does; each field's own stands beside it and need not. */
function validationError(schema: z.ZodType, { issues }: z.ZodError, data: unknown): HttpError {
  const errors = flatten(issues, data).map(asField);
  const [first] = errors;
  const label = first && fieldAt(schema, first.path)?.label;
  const message = first?.message ?? 'Not valid';
  const name = label ?? (isAboutItsField(message) ? (first?.path ?? '') || 'The whole' : undefined);
  return new HttpError(400, name ? `${name}: ${message}` : message, { errors });
}

const refuse = () => {
  throw new Error('Schemas are compiled by our own compilers');
};

/** For Fastify's `schemaController`: unless it is given others, it loads its own compilers, several MB, used or not. */
export const noCompilers = { compilersFactory: { buildValidator: refuse, buildSerializer: refuse } };

export const validatorCompiler: FastifySchemaCompiler<z.ZodType> =
  ({ schema, httpPart }) =>
  (given) => {
    // An absent body comes as null.
    const data: unknown = httpPart === 'body' ? (given ?? undefined) : given;
    const result = schema.safeParse(data);
    return result.success ? { value: result.data } : { error: validationError(schema, result.error, data) };
  };

/** For what only a handler can put together: the value as the schema reads it, or the same refusal. */
export function validated<S extends z.ZodType>(schema: S, data: unknown): z.output<S> {
  const result = schema.safeParse(data);
  if (!result.success) throw validationError(schema, result.error, data);
  return result.data;
}
