/** Random values that a JSON Schema allows, and values that it does not. The same seed makes the same values. */

export type Schema = Readonly<Record<string, unknown>>

export interface Random {
  /** From 0 to below 1. */
  next(): number
  /** A whole number from 0 to below the limit. */
  below(limit: number): number
  pick<T>(list: readonly T[]): T
}

/** Mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  return {
    next,
    below,
    pick: (list) => {
      if (list.length === 0) throw new Error('there is nothing to pick from')
      return list[below(list.length)] as (typeof list)[number]
    },
  }
}

/** What texts of a format may be. Other formats are plain text. */
const formats: Readonly<Record<string, readonly string[]>> = {
  decimal: ['0', '1', '2.5', '10', '1000', '0.01'],
  integer: ['0', '1', '-2', '10', '1000'],
  date: ['2026-01-31', '2024-02-29'],
  timestamp: ['2026-01-31 10:00:00', '2024-02-29 23:59:59'],
  email: ['ann@example.com', 'li.lei@example.cn'],
  mobile: ['13800138000', '15912345678'],
  url: ['https://example.com/', 'http://example.com/a?b=1'],
  account: ['annlee', 'li_lei01'],
  password: ['An0ther-one', 'Correct-2026-horse'],
  image: ['/static/images/avatar.png'],
}

const patterns: Readonly<Record<string, readonly string[]>> = {
  '^[A-Za-z][A-Za-z0-9_./-]*$': ['shop', 'shop/unit'],
  '^[A-Za-z0-9_./-]*$': ['', 'shop/unit'],
  '^[A-Za-z][A-Za-z0-9_./-]*(\\?[A-Za-z0-9_=&.-]+)?$': ['shop', 'shop/unit?a=1'],
}

const letters = [...'abcXYZ 019-_.,;\'"%<>&/\\[]{}()中文字符éß😀\u200b\t']

export interface Generator {
  /** Valid, with nothing that is not required. */
  minimal(schema: Schema): unknown
  valid(schema: Schema): unknown
  /** A value with one place that the schema does not allow, most of the time. */
  invalid(schema: Schema): unknown
}

/**
 * @param resolve the schema behind a `$ref`
 * @param known values that make sense for a member of that name, which are preferred; none = any that the schema allows
 */
export function createGenerator(
  random: Random,
  resolve: (reference: string) => Schema,
  known: (name: string) => readonly unknown[],
): Generator {
  const plain = (schema: Schema): Schema => {
    const { $ref, allOf, ...own } = schema
    const parts = [
      ...(typeof $ref === 'string' ? [plain(resolve($ref))] : []),
      ...((allOf as readonly Schema[] | undefined) ?? []).map(plain),
    ]
    return parts.reduce(
      (merged, part) => ({
        ...merged,
        ...part,
        ...((merged['properties'] ?? part['properties']) !== undefined && {
          properties: { ...(merged['properties'] as Schema), ...(part['properties'] as Schema) },
        }),
        ...((merged['required'] ?? part['required']) !== undefined && {
          required: [...((merged['required'] as string[]) ?? []), ...((part['required'] as string[]) ?? [])],
        }),
      }),
      own as Schema,
    )
  }
  const textOf = (schema: Schema): string => {
    const { format, pattern, minLength = 0, maxLength = 40 } = schema as Readonly<Record<string, number & string>>
    const samples = patterns[String(pattern)] ?? formats[String(format)]
    if (samples) return random.pick(samples)
    const length = Number(minLength) + random.below(Math.min(Number(maxLength) - Number(minLength), 20) + 1)
    return Array.from({ length }, () => random.pick(letters))
      .join('')
      .slice(0, Number(maxLength))
  }
  const typed = (schema: Schema, name: string): unknown => {
    const { type } = schema
    const one = Array.isArray(type) ? random.pick(type as string[]) : type
    if (one === 'null') return null
    if (one === 'boolean') return random.below(2) === 1
    if (one === 'string') return textOf(schema)
    if (one === 'integer' || one === 'number') {
      const { minimum = 0, maximum = 1000 } = schema as { readonly minimum?: number; readonly maximum?: number }
      return minimum + random.below(Math.min(maximum - minimum, 1000) + 1)
    }
    if (one === 'array') {
      const {
        items = {},
        minItems = 0,
        maxItems = 3,
      } = schema as { items?: Schema; minItems?: number; maxItems?: number }
      const length = minItems + random.below(Math.min(maxItems - minItems, 2) + 1)
      return Array.from({ length }, () => valueOf(items, name))
    }
    if (one === 'object' || schema['properties']) return members(schema)
    return random.pick<unknown>([null, 1, 'x', true, [], {}])
  }
  let isMinimal = false
  const members = (schema: Schema): Record<string, unknown> => {
    const required = new Set((schema['required'] as string[] | undefined) ?? [])
    const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>)
    return Object.fromEntries(
      properties
        .filter(([name]) => required.has(name) || (!isMinimal && random.below(2) === 1))
        .map(([name, property]) => [name, valueOf(property, name)]),
    )
  }
  const valueOf = (given: Schema, name = ''): unknown => {
    const schema = plain(given)
    const sensible = known(name)
    if (sensible.length > 0 && schema['type'] !== 'array' && random.below(6) > 0) return random.pick(sensible)
    if ('const' in schema) return schema['const']
    if (Array.isArray(schema['enum'])) return random.pick(schema['enum'] as unknown[])
    if (Array.isArray(schema['anyOf'])) return valueOf(random.pick(schema['anyOf'] as Schema[]), name)
    return typed(schema, name)
  }
  const damage = (value: unknown, depth = 0): unknown => {
    if (Array.isArray(value) && value.length > 0 && random.below(2) === 1) {
      const at = random.below(value.length)
      return value.map((item: unknown, index) => (index === at ? damage(item, depth + 1) : item))
    }
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      const names = Object.keys(value)
      if (names.length > 0) {
        const name = random.pick(names)
        const { [name]: one, ...rest } = value as Record<string, unknown>
        return random.below(5) === 0 ? rest : { ...rest, [name]: damage(one, depth + 1) }
      }
    }
    return depth === 0 ? value : random.pick(strange)
  }
  const minimal = (schema: Schema): unknown => {
    isMinimal = true
    const value = valueOf(schema)
    isMinimal = false
    return value
  }
  return { minimal, valid: (schema) => valueOf(schema), invalid: (schema) => damage(valueOf(schema)) }
}

/** What no field, or hardly any, takes. */
const strange: readonly unknown[] = [
  null,
  true,
  -1,
  1.5,
  9_007_199_254_740_991,
  1e300,
  '',
  ' ',
  'x'.repeat(5000),
  'NaN',
  'Infinity',
  '1e5',
  "' or 1=1 --",
  '\u0000',
  '\ud800',
  '../../etc/passwd',
  '9'.repeat(60),
  '-0',
  [],
  [[]],
  [1, 'x', null],
  {},
  { id: 1 },
  { toString: 1 },
  { __proto__: null, constructor: { prototype: {} } },
]
