/**
 * Field definitions: rule, label, hint and kind of each field, written once. Forms, column headings, histories,
 * conflict dialogs, server messages and OpenAPI read them.
 */
import { z } from 'zod';
import './validation-messages.ts';

/** Input and display of a field. */
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

/** Option of a choice; `null` is a valid value. */
export interface Choice {
  value: string | number | null;
  label: string;
}

interface FieldOptions {
  label: string;
  hint?: string;
  placeholder?: string;
  /** Default: derived from the schema. */
  kind?: FieldKind;
  /** Shown next to the label. Default: whether the schema accepts null, '' or []; false for a choice or a switch. */
  isOptional?: boolean;
  /** Label of the empty choice. */
  none?: string;
  /** Singular name of an element, such as "outcome". */
  item?: string;
  /** End of a period: a day chosen without a time means the end of that day. */
  isEnd?: boolean;
  /** Field that is reset when this one changes. */
  empties?: string;
  /** Options that differ, or hiding, for the given values of the draft. */
  overrides?: (values: never) => Partial<FieldOptions> & { isHidden?: boolean };
}

/** Resolved field for a form. */
export interface Field extends Omit<FieldOptions, 'overrides'> {
  kind: FieldKind;
  isOptional: boolean;
  /** The empty input means null. */
  isNullable: boolean;
  isHidden: boolean;
  choices: readonly Choice[];
  /** Field names of the elements of a list. */
  items: readonly string[];
  /** Reason why it cannot be changed now. */
  locked?: string | undefined;
}

export type Draft = z.ZodObject;

const fieldOptions = z.registry<FieldOptions>();
const kinds = z.registry<{ is: FieldKind }>();
const names = z.registry<{ names: Readonly<Record<string | number, string>> }>();

type ChoiceOf<Names> = keyof Names extends number
  ? z.ZodLiteral<keyof Names & number>
  : z.ZodEnum<{ [Key in keyof Names & string]: Key }>;

/** Schema for one of the keys of `named`; the values are display names. */
export function choice<const Names extends Readonly<Record<string | number, string>>>(
  named: Names,
  message?: string,
): ChoiceOf<Names> {
  const keys = Object.keys(named);
  const isNumeric = keys.every((key) => /^\d+$/.test(key));
  const schema = isNumeric ? z.literal(keys.map(Number), message) : z.enum(keys, message);
  names.add(schema, { names: named });
  return schema as ChoiceOf<Names>;
}

/** Sets the default kind of a schema; schemas derived from it keep it unless their options set another. */
export const ofKind = <S extends z.ZodType>(kind: FieldKind, schema: S): S => {
  kinds.add(schema, { is: kind });
  return schema;
};

/** Attaches options to a schema; wrappers such as `.nullable()` and `.partial()` keep them. */
export function field<S extends z.ZodType>(schema: S, options: FieldOptions): S {
  const named = schema.meta({ title: options.label, ...(options.hint && { description: options.hint }) });
  fieldOptions.add(named, options);
  return named;
}

/** Schema inside optional, nullable or default. */
function innerOf(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  return 'innerType' in def ? def.innerType : undefined;
}

function bare(schema: z.core.$ZodType): z.core.$ZodType {
  const inner = innerOf(schema);
  return inner ? bare(inner) : schema;
}

function optionsOf(schema: z.core.$ZodType): FieldOptions | undefined {
  const inner = innerOf(schema);
  return fieldOptions.get(schema) ?? (inner && optionsOf(inner));
}

function kindOf(schema: z.core.$ZodType): FieldKind {
  const { def } = (bare(schema) as z.core.$ZodTypes)._zod;
  const registered = kinds.get(bare(schema));
  if (registered) return registered.is;
  if (names.get(bare(schema))) return 'choice';
  if (def.type === 'array') return shapeOf(def.element) ? 'list' : 'texts';
  return def.type === 'boolean' ? 'switch' : def.type === 'number' ? 'number' : 'text';
}

const accepts = (schema: z.core.$ZodType, value: unknown) => z.safeParse(schema, value).success;

function describe(schema: z.core.$ZodType, { overrides, ...options }: FieldOptions, values: object | undefined): Field {
  // A field's overrides declare which values of the draft they read.
  const effective: FieldOptions & { isHidden?: boolean } = { ...options, ...(values && overrides?.(values as never)) };
  const kind = effective.kind ?? kindOf(schema);
  const isNullable = accepts(schema, null);
  const named = Object.entries(names.get(bare(schema))?.names ?? {});
  const isNumeric = (bare(schema) as z.core.$ZodTypes)._zod.def.type === 'literal';
  return {
    ...effective,
    kind,
    isNullable,
    isHidden: effective.isHidden ?? false,
    isOptional:
      effective.isOptional ??
      (kind !== 'choice' && kind !== 'switch' && ['', null, []].some((none) => accepts(schema, none))),
    items: kind === 'list' ? itemsOf(schema) : [],
    choices: [
      ...(isNullable && effective.none ? [{ value: null, label: effective.none }] : []),
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

/** Schema at a path such as `price` or `instructors.0.name`. */
function schemaAt(schema: z.core.$ZodType, path: readonly string[]): z.core.$ZodType | undefined {
  const [key, ...rest] = path;
  if (key === undefined) return schema;
  const { def } = (bare(schema) as z.core.$ZodTypes)._zod;
  const inner = def.type === 'array' ? def.element : def.type === 'object' ? def.shape[key] : undefined;
  return inner && schemaAt(inner, rest);
}

/**
 * Field at `price` or `instructors.0.name`; undefined if the schema has no options. `values`: draft values, which may
 * override options.
 */
export function fieldAt(schema: z.core.$ZodType, path: string, values?: object): Field | undefined {
  const at = schemaAt(schema, path.split('.'));
  const options = at && optionsOf(at);
  return at && options && describe(at, options, values);
}

/** Fields of a draft that have options, in contract order. */
export function fieldsOf<S extends Draft>(schema: S, values?: object): { [Key in keyof z.input<S>]?: Field } {
  const all = Object.keys(schema.shape).map((key) => [key, fieldAt(schema, key, values)] as const);
  return Object.fromEntries(all.filter(([, known]) => known)) as { [Key in keyof z.input<S>]?: Field };
}

/** Labels by field, for headings. Every field must have options. */
export function labelsOf<S extends Draft>(schema: S): { [Key in keyof z.input<S>]-?: string } {
  const all = Object.entries(fieldsOf(schema) as Record<string, Field>).map(([key, { label }]) => [key, label]);
  return Object.fromEntries(all) as { [Key in keyof z.input<S>]-?: string };
}
