/**
 * A field, written once: its rule, label, hint and kind. Forms, headings, histories, conflicts, the server's messages
 * and OpenAPI read them here.
 */
import { z } from 'zod';
import './validation-messages.ts';

/** How a field is filled in and shown. */
export type FieldKind =
  | 'text'
  | 'textArea'
  | 'richText'
  | 'url'
  | 'image'
  | 'video'
  | 'file'
  | 'password'
  | 'number'
  | 'money'
  | 'percent'
  | 'choice'
  | 'switch'
  | 'day'
  | 'moment'
  | 'texts'
  | 'list';

/** One of a few. `null` is a choice like another. */
export interface Choice {
  value: string | number | null;
  label: string;
}

interface Words {
  label: string;
  hint?: string;
  placeholder?: string;
  /** Absent: as the schema tells. */
  kind?: FieldKind;
  /** Said beside the label. Absent: where the schema takes nothing (null, '' or []). */
  isOptional?: boolean;
  /** How the choice of nothing is called. */
  none?: string;
  /** What one of several is in a sentence: "outcome". */
  item?: string;
  /** A moment at which something ends: a day chosen without a time lasts to its end. */
  isEnd?: boolean;
  /** The field that begins empty when this one changes. */
  empties?: string;
  /** What is otherwise, or not shown, with these values of the draft. */
  given?: (values: never) => Partial<Words> & { isHidden?: boolean };
}

/** A field as a form needs it. */
export interface Field extends Omit<Words, 'given'> {
  kind: FieldKind;
  isOptional: boolean;
  /** Empty means null. */
  isNullable: boolean;
  isHidden: boolean;
  choices: readonly Choice[];
  /** The fields of each of a list. */
  items: readonly string[];
  /** Why it cannot be changed now. */
  locked?: string | undefined;
}

export type Draft = z.ZodObject;

const words = z.registry<Words>();
const kinds = z.registry<{ is: FieldKind }>();
const names = z.registry<{ names: Readonly<Record<string | number, string>> }>();

type ChoiceOf<Names> = keyof Names extends number
  ? z.ZodLiteral<keyof Names & number>
  : z.ZodEnum<{ [Key in keyof Names & string]: Key }>;

/** One of the keys; the names are how people read them. */
export function choice<const Names extends Readonly<Record<string | number, string>>>(
  named: Names,
  message?: string,
): ChoiceOf<Names> {
  const keys = Object.keys(named);
  const isNumeric = keys.every((key) => /^\d+$/.test(key));
  const schema = isNumeric ? z.literal(keys.map(Number), message) : z.enum(keys, message);
  names.add(schema, { names: named });
  return schema as unknown as ChoiceOf<Names>;
}

/** Says how fields of a schema are filled in and shown; what is made of it says it too, unless its words say otherwise. */
export const ofKind = <S extends z.ZodType>(kind: FieldKind, schema: S): S => {
  kinds.add(schema, { is: kind });
  return schema;
};

/** Gives a schema its words; what only says that it may be absent (`.nullable()`, `.partial()`) keeps them. */
export function field<S extends z.ZodType>(schema: S, said: Words): S {
  const named = schema.meta({ title: said.label, ...(said.hint && { description: said.hint }) });
  words.add(named, said);
  return named;
}

/** What is inside of optional, nullable or with a default. */
function innerOf(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  return 'innerType' in def ? def.innerType : undefined;
}

function bare(schema: z.core.$ZodType): z.core.$ZodType {
  const inner = innerOf(schema);
  return inner ? bare(inner) : schema;
}

function wordsOf(schema: z.core.$ZodType): Words | undefined {
  const inner = innerOf(schema);
  return words.get(schema) ?? (inner && wordsOf(inner));
}

function kindOf(schema: z.core.$ZodType): FieldKind {
  const { def } = (bare(schema) as z.core.$ZodTypes)._zod;
  const said = kinds.get(bare(schema));
  if (said) return said.is;
  if (names.get(bare(schema))) return 'choice';
  if (def.type === 'array') return shapeOf(def.element) ? 'list' : 'texts';
  return def.type === 'boolean' ? 'switch' : def.type === 'number' ? 'number' : 'text';
}

const takes = (schema: z.core.$ZodType, value: unknown) => z.safeParse(schema, value).success;

function describe(schema: z.core.$ZodType, { given, ...said }: Words, values: object | undefined): Field {
  const known: Words & { isHidden?: boolean } = { ...said, ...(values && given?.(values as never)) };
  const kind = known.kind ?? kindOf(schema);
  const isNullable = takes(schema, null);
  const named = Object.entries(names.get(bare(schema))?.names ?? {});
  const isNumeric = (bare(schema) as z.core.$ZodTypes)._zod.def.type === 'literal';
  return {
    ...known,
    kind,
    isNullable,
    isHidden: known.isHidden ?? false,
    isOptional:
      known.isOptional ??
      (kind !== 'choice' && kind !== 'switch' && ['', null, []].some((none) => takes(schema, none))),
    items: kind === 'list' ? itemsOf(schema) : [],
    choices: [
      ...(isNullable && known.none ? [{ value: null, label: known.none }] : []),
      ...named.map(([value, label]) => ({ value: isNumeric ? Number(value) : value, label })),
    ],
  };
}

const shapeOf = (schema: z.core.$ZodType): z.core.$ZodShape | undefined => {
  const { def } = (bare(schema) as z.core.$ZodTypes)._zod;
  return def.type === 'object' ? def.shape : undefined;
};

function itemsOf(schema: z.core.$ZodType): string[] {
  const { def } = (bare(schema) as z.core.$ZodTypes)._zod;
  return def.type === 'array' ? Object.keys(shapeOf(def.element) ?? {}) : [];
}

/** The schema at `price` or `instructors.0.name`. */
function schemaAt(schema: z.core.$ZodType, path: readonly string[]): z.core.$ZodType | undefined {
  const [key, ...rest] = path;
  if (key === undefined) return schema;
  const { def } = (bare(schema) as z.core.$ZodTypes)._zod;
  const inner = def.type === 'array' ? def.element : def.type === 'object' ? def.shape[key] : undefined;
  return inner && schemaAt(inner, rest);
}

/**
 * The field at `price` or `instructors.0.name`; undefined where it was given no words. `values`: those of the draft,
 * which may say it otherwise.
 */
export function fieldAt(schema: z.core.$ZodType, path: string, values?: object): Field | undefined {
  const at = schemaAt(schema, path.split('.'));
  const said = at && wordsOf(at);
  return at && said && describe(at, said, values);
}

/** Every field of a draft that has words, in the order of the contract. */
export function fieldsOf<S extends Draft>(schema: S, values?: object): { [Key in keyof z.input<S>]?: Field } {
  const all = Object.keys(schema.shape).map((key) => [key, fieldAt(schema, key, values)] as const);
  return Object.fromEntries(all.filter(([, known]) => known)) as { [Key in keyof z.input<S>]?: Field };
}

/** Labels by field, for headings. @throws Error for a field without words. */
export function labelsOf<S extends Draft>(schema: S): { [Key in keyof z.input<S>]-?: string } {
  const all = Object.entries(fieldsOf(schema) as Record<string, Field>).map(([key, { label }]) => [key, label]);
  return Object.fromEntries(all) as { [Key in keyof z.input<S>]-?: string };
}
