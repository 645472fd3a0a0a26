/** Record kind of an id schema; separate from the fields, so that readers do not load zod. */
import type { z } from 'zod';
import type { RecordKind } from './records.ts';

const owners = new WeakMap<z.core.$ZodType, RecordKind>();

/** Registers the record kind that an id schema refers to. */
export const setOwner = (schema: z.core.$ZodType, kind: RecordKind): void => void owners.set(schema, kind);

/** Record kind of an id schema or of the schema it derives from; undefined: not an id. */
export function ownerOf(schema: z.core.$ZodType): RecordKind | undefined {
  const { parent } = schema._zod;
  return owners.get(schema) ?? (parent && ownerOf(parent));
}
