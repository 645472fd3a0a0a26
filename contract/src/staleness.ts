/**
 * Invalidation of replies after changes, derived from the ids in their schema and URL and from their endpoint's
 * `embeds`.
 */
import type { z } from 'zod';
import type { Area, Endpoint } from './kernel.ts';
import { ownerOf } from './owner.ts';
import { areaOf } from './records.ts';

/** Areas of the record ids in a schema. */
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

const shownAreas = new WeakMap<Endpoint, ReadonlySet<string>>();

/** Whether a change in `area` can affect a reply of `reading`. */
export function isStaleAfter(reading: Endpoint, area: Area): boolean {
  if (reading.embeds === 'all') return true;
  let shown = shownAreas.get(reading);
  if (!shown) {
    shown = new Set([reading.area, ...(reading.embeds ?? []), ...[reading.params, reading.reply].flatMap(areasIn)]);
    shownAreas.set(reading, shown);
  }
  return shown.has(area);
}
