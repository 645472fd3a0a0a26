/** Whose an id is, as its schema says: apart from the fields, so that who only asks does without zod. */
import type { z } from 'zod';
import type { RecordKind } from './records.ts';

const owners = new WeakMap<z.core.$ZodType, RecordKind>();

export const setOwner = (schema: z.core.$ZodType, kind: RecordKind): void => void owners.set(schema, kind);

/** What a schema, or the one that it was made of, is the id of, where it says so. */
export function ownerOf(schema: z.core.$ZodType): RecordKind | undefined {
  const { parent } = schema._zod;
  return owners.get(schema) ?? (parent && ownerOf(parent));
}
