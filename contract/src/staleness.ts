/** Which answers a change makes stale: derived from the ids in an answer and its address, and what its endpoint says beside. */
import type { z } from 'zod';
import type { Area, Endpoint } from './kernel.ts';
import { ownerOf } from './owner.ts';
import { areaOf } from './records.ts';

/** The areas whose records' ids stand in what a schema describes. */
function areasIn(schema: z.core.$ZodType | undefined): readonly string[] {
  if (!schema) return [];
  const owner = ownerOf(schema);
  if (owner) return [areaOf(owner)];
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return Object.values(def.shape).flatMap(areasIn);
    case 'array':
      return areasIn(def.element);
    case 'union':
      return def.options.flatMap(areasIn);
    case 'pipe':
      return areasIn(def.out);
    case 'nullable':
    case 'optional':
    case 'default':
      return areasIn(def.innerType);
    default:
      return [];
  }
}

const known = new WeakMap<Endpoint, ReadonlySet<string>>();

/** Whether an answer of `reading` may be another after a change in `area`. */
export function isStaleAfter(reading: Endpoint, area: Area): boolean {
  if (reading.embeds === 'all') return true;
  let shown = known.get(reading);
  if (!shown) {
    shown = new Set([reading.area, ...(reading.embeds ?? []), ...[reading.params, reading.reply].flatMap(areasIn)]);
    known.set(reading, shown);
  }
  return shown.has(area);
}
