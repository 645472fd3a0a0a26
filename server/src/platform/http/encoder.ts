/**
 * JSON encoders compiled once from reply schemas; fields outside the schema are dropped. A string in place of an object
 * or array is JSON written by PostgreSQL (`jsonText`, database/json-text.ts), and is sent unchanged.
 */
import { z } from 'zod';

/** Encodes a reply as JSON. */
export type Encode = (value: unknown) => string;
/** Encodes a field; undefined: omit it. */
type EncodeField = (value: unknown) => string | undefined;

/** Characters that JSON escapes; also lone surrogates. */
// oxlint-disable-next-line no-control-regex -- JSON escapes control characters
const escaped = /["\\\u0000-\u001f\ud800-\udfff]/;
const textOf = (text: string) => (escaped.test(text) ? JSON.stringify(text) : `"${text}"`);

/** Fallback: validates and encodes with zod. @throws ZodError if the value does not match. */
const byZod =
  (schema: z.core.$ZodType): EncodeField =>
  (value) =>
    JSON.stringify(z.encode(schema, value));

function encodeObject(shape: Readonly<Record<string, z.core.$ZodType>>, other: EncodeField): EncodeField {
  const fields = Object.entries(shape).map(
    ([key, schema]) => [key, `${JSON.stringify(key)}:`, encoderOf(schema)] as const,
  );
  return (value) => {
    if (typeof value === 'string') return value;
    if (typeof value !== 'object' || value === null) return other(value);
    let json = '';
    for (const [key, name, encode] of fields) {
      const field = encode((value as Record<string, unknown>)[key]);
      if (field !== undefined) json += json === '' ? name + field : `,${name}${field}`;
    }
    return `{${json}}`;
  };
}

function encodeArray(element: z.core.$ZodType, other: EncodeField): EncodeField {
  const encode = encoderOf(element);
  return (value) => {
    if (typeof value === 'string') return value;
    if (!Array.isArray(value)) return other(value);
    let json = '';
    for (const item of value) json += json === '' ? encode(item) : `,${encode(item)}`;
    return `[${json}]`;
  };
}

function encoderOf(schema: z.core.$ZodType): EncodeField {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const other = byZod(schema);
  switch (def.type) {
    case 'object':
      return encodeObject(def.shape, other);
    case 'array':
      return encodeArray(def.element, other);
    case 'enum': {
      const choices = new Set<unknown>(Object.values(def.entries));
      return (value) => (choices.has(value) ? JSON.stringify(value) : other(value));
    }
    case 'string':
      return (value) => (typeof value === 'string' ? textOf(value) : other(value));
    case 'number':
      return (value) => (Number.isFinite(value) ? String(value) : other(value));
    case 'boolean':
      return (value) => (typeof value === 'boolean' ? String(value) : other(value));
    case 'nullable': {
      const encode = encoderOf(def.innerType);
      return (value) => (value === null ? 'null' : encode(value));
    }
    case 'optional': {
      const encode = encoderOf(def.innerType);
      return (value) => (value === undefined ? undefined : encode(value));
    }
    default:
      return other;
  }
}

/**
 * Compiles the encoder of a reply schema. Formats, lengths and ranges of strings and numbers are not checked.
 * @throws ZodError when encoding a value of another type than the schema's.
 */
export function compileEncoder(schema: z.core.$ZodType): Encode {
  const encode = encoderOf(schema);
  return (value) => encode(value) ?? '';
}
