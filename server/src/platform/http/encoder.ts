/**
 * Replies as JSON, by encoders compiled once from the contract: what is not in the contract does not leave the server.
 * A string where the contract has an object or a list is JSON that PostgreSQL wrote (`jsonText`,
 * database/json-text.ts): it goes out as it is, without being parsed and written again.
 */
import { z } from 'zod';

/** JSON of a reply. */
export type Encode = (value: unknown) => string;
/** undefined: the field is not there. */
type EncodeField = (value: unknown) => string | undefined;

/** What JSON escapes; a lone surrogate too. */
// oxlint-disable-next-line no-control-regex -- JSON escapes control characters
const escaped = /["\\\u0000-\u001f\ud800-\udfff]/;
const textOf = (text: string) => (escaped.test(text) ? JSON.stringify(text) : `"${text}"`);

/**
 * Whatever the encoders below have no fast way for: checked and written by zod. @throws ZodError when it does not fit.
 */
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

/** The encoder of a reply's schema, made once. @throws ZodError when the value is not what the schema says. */
export function compileEncoder(schema: z.core.$ZodType): Encode {
  const encode = encoderOf(schema);
  return (value) => encode(value) ?? '';
}
