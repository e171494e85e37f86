/**
 * Random rules and rows, the same for the same seed: every construct of the language, every kind of value, NULL among
 * them.
 */
import type { FieldModel, TableModel } from 'tablewright/protocol'
import { field, tableModel } from '../../support/models.ts'

const text = (name: string) => ({ 'zh-cn': name, en: name })
const options = (...values: readonly (readonly [string, number | string])[]) =>
  values.map(([name, value]) => ({ name, value, label: text(name), tone: 'none' as const }))
const kindOptions = options(['purchase', 10], ['outsourced', 20], ['returned', 30])

const lineFields = [
  field('case_id', 'integer', { implicit: true }),
  field('price', 'decimal', { scale: 2 }),
  field('quantity', 'decimal', { scale: 3 }),
  field('note', 'text'),
  field('kind', 'enum', { options: kindOptions }),
]
export const line = tableModel('t/case_line', { title: 'note', fields: lineFields })

const own: readonly FieldModel[] = [
  field('count', 'integer'),
  field('small', 'integer'),
  field('price', 'decimal', { scale: 2 }),
  field('rate', 'decimal', { scale: 4 }),
  field('name', 'text'),
  field('code', 'text'),
  field('day', 'date'),
  field('kind', 'enum', { options: kindOptions }),
  field('flavour', 'enum', { options: options(['sweet', 'sweet'], ['sour', 'sour']) }),
  field('seen', 'datetime'),
  field('group_id', 'integer'),
  field('sizes', 'set', { options: options(['small', 1], ['large', 2]) }),
  field('tags', 'tags'),
]
/** What columns there are: the rows as they will be, and as they were. */
export const now = tableModel('t/case', { title: 'name', fields: own })
export const before = tableModel('t/case_before', { title: 'name', fields: own })

const lines = field('parts', 'lines', {
  fields: line.fields,
  relation: {
    to: line.id,
    controller: line.controller,
    table: line.table,
    show: 'note',
    as: 'partsRecords',
    onDelete: 'cascade',
    softDelete: null,
    filter: [],
    owned: true,
  },
})
/** The table as rules see it. */
export const seen: TableModel = { ...now, fields: [...now.fields, lines] }

export class Random {
  #state: number
  constructor(seed: number) {
    this.#state = seed >>> 0
  }
  /** In [0, 1): Mulberry32. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let t = this.#state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  of<T>(items: readonly T[]): T {
    return items[Math.floor(this.next() * items.length)]!
  }
  maybe<T>(make: () => T): T | null {
    return this.next() < 0.3 ? null : make()
  }
}

const integers = [
  0,
  1,
  -1,
  2,
  3,
  -7,
  10,
  99,
  100,
  12_345,
  1_760_000_000,
  -999_999_999_999,
  Number.MAX_SAFE_INTEGER,
  -Number.MAX_SAFE_INTEGER,
  4_503_599_627_370_496,
]
/** Case, signs LIKE knows, quotes, a sign beyond 16 bits and one that sorts differently by halves. */
const texts = [
  'a',
  'A',
  'ab',
  'aB',
  'b',
  '中',
  '中文',
  '😀',
  '😀a',
  '\uff5e',
  '%',
  '_',
  'a_b',
  "it's",
  'a\\b',
  'a a',
  'purchase',
  '10',
  'é',
]
const days = ['2026-01-05', '2026-01-06', '2025-12-31', '1999-02-28']

/** A row of values as columns hold them. */
export function randomRow(random: Random): Record<string, string | number | null> {
  const integer = () => random.maybe(() => random.of(integers))
  const pick = <T>(items: readonly T[]) => random.maybe(() => random.of(items))
  return {
    count: integer(),
    small: pick([0, 1, 2, 3, -4]),
    price: integer(),
    rate: integer(),
    name: pick(texts),
    code: pick(texts),
    day: pick(days),
    kind: pick([10, 20, 30]),
    flavour: pick(['sweet', 'sour']),
    seen: pick([0, 1_760_000_000, 1_760_000_001]),
    group_id: pick([1, 2, 3]),
    sizes: pick(['[1]', '[2]', '[1,2]']),
    tags: pick(['["a"]', '["A","中"]', '["10"]', '["a","b","😀"]']),
  }
}

/** Lines of a row, often none. */
export function randomLines(random: Random): readonly Record<string, string | number | null>[] {
  return Array.from({ length: Math.max(0, Math.floor(random.next() * 6) - 2) }, () => ({
    price: random.maybe(() => random.of(integers)),
    quantity: random.maybe(() => random.of([0, 1000, 1500, -500, 3])),
    note: random.maybe(() => random.of(texts)),
    kind: random.maybe(() => random.of([10, 20, 30])),
  }))
}

/** Where names stand: in the record, as it was, or in the line at hand. */
type At = '' | 'old.' | 'line.'

/** The text of a condition. */
export function randomCondition(random: Random, depth = 3, at: At = ''): string {
  const inner = (): string => randomCondition(random, depth - 1, at)
  if (depth > 0 && random.next() < 0.65) {
    return random.of([
      () => `(${inner()} && ${inner()})`,
      () => `(${inner()} || ${inner()})`,
      () => `!(${inner()})`,
      () => `(${inner()} ? ${inner()} : ${inner()})`,
      () => comparison(random, depth - 1, at),
      ...(at === ''
        ? [
            () => `parts.all(line, ${randomCondition(random, depth - 1, 'line.')})`,
            () => `parts.exists(line, ${randomCondition(random, depth - 1, 'line.')})`,
          ]
        : []),
    ])()
  }
  return leaf(random, depth, at)
}

const lineNames = ['price', 'note', 'kind'] as const
const recordNames = ['count', 'name', 'kind', 'day', 'sizes', 'tags'] as const

function leaf(random: Random, depth: number, at: At): string {
  const place: At = at === '' && random.next() < 0.25 ? 'old.' : at
  const shared = [
    () => comparison(random, depth, at),
    () => `has(${place}${random.of(place === 'line.' ? lineNames : recordNames)})`,
    () => `${place}kind ${random.of(['==', '!='])} '${random.of(['purchase', 'outsourced', 'returned'])}'`,
    () => `${place}kind in [${random.of(["'purchase'", "'purchase', 'returned'", ''])}]`,
    () =>
      `${textName(random, place)}.${random.of(['startsWith', 'endsWith', 'contains'])}(${quoted(random.of(texts))})`,
    () => `${textName(random, place)} in [${[random.of(texts), random.of(texts)].map(quoted).join(', ')}]`,
  ]
  const ofRecord = [
    () => `${place}flavour == 'sweet'`,
    () => `'${random.of(['small', 'large'])}' in ${place}sizes`,
    () => `${quoted(random.of(texts))} in ${place}tags`,
    () => `size(${place}tags) ${random.of(['>', '==', '<='])} 1`,
    () => `${place}group_id in actor.groups`,
    () => `${place}group_id ${random.of(['==', '!='])} actor.id`,
    () => `${place}group_id ${random.of(['==', '!='])} member.id`,
    () => 'has(member.id)',
    () => 'actor.super',
    () => `${place}kind ${random.of(['==', '!='])} old.kind`,
    () => `${place}day ${random.of(['<', '>=', '=='])} '${random.of(days)}'`,
    () => `${place}small in [0, 2, -4]`,
    () => random.of(['true', 'false']),
  ]
  return random.of(at === 'line.' ? shared : [...shared, ...ofRecord])()
}

function comparison(random: Random, depth: number, at: At): string {
  const sign = random.of(['==', '!=', '<', '<=', '>', '>='])
  return random.next() < 0.65
    ? `${randomNumber(random, depth, at)} ${sign} ${randomNumber(random, depth, at)}`
    : `${randomText(random, depth, at)} ${sign} ${randomText(random, depth, at)}`
}

const quoted = (value: string): string => `'${value.replace(/[\\']/g, '\\$&')}'`
const textName = (random: Random, at: At): string => at + random.of(at === 'line.' ? ['note'] : ['name', 'code'])

/** The text of a number; whole numbers alone where one divides. */
export function randomNumber(random: Random, depth: number, at: At, whole = false): string {
  const inner = (): string => randomNumber(random, depth - 1, at, whole)
  if (depth <= 0 || random.next() < 0.4) return numberLeaf(random, at, whole)
  return random.of([
    () => `(${inner()} + ${inner()})`,
    () => `(${inner()} - ${inner()})`,
    () => `-(${inner()})`,
    () => `(${randomCondition(random, depth - 1, at)} ? ${inner()} : ${inner()})`,
    () => `(${numberLeaf(random, at, whole)} * ${numberLeaf(random, at, whole)})`,
    () => {
      const integer = (): string => randomNumber(random, depth - 1, at, true)
      return `(${integer()} ${random.of(['/', '%'])} ${integer()})`
    },
    () => `round(${randomNumber(random, depth - 1, at)}, ${whole ? 0 : random.of([0, 1, 2])})`,
    () => `size(${textName(random, at)})`,
    ...(at === ''
      ? [() => 'size(parts)', ...(whole ? [] : [() => `parts.sum(line, ${randomNumber(random, depth - 1, 'line.')})`])]
      : []),
  ])()
}

function numberLeaf(random: Random, at: At, whole: boolean): string {
  const place = at === '' && random.next() < 0.2 ? 'old.' : at
  const names =
    at === 'line.'
      ? whole
        ? []
        : ['price', 'quantity']
      : whole
        ? ['count', 'small', 'seen']
        : ['count', 'small', 'price', 'rate', 'seen']
  const fixed = whole
    ? ['0', '1', '2', '-3', '7', '100']
    : ['0', '1', '0.5', '12.25', '-3', '0.0001', '90071992547409.91', '100']
  return random.next() < 0.65 && names.length > 0
    ? place + random.of(names)
    : random.next() < 0.1 && at !== 'line.'
      ? 'now'
      : random.of(fixed)
}

/** The text of a text. */
export function randomText(random: Random, depth: number, at: At): string {
  if (depth > 0 && random.next() < 0.25)
    return random.of([
      () => `(${randomText(random, depth - 1, at)} + ${randomText(random, depth - 1, at)})`,
      () => {
        const part = (): string => randomText(random, depth - 1, at)
        return `(${randomCondition(random, depth - 1, at)} ? ${part()} : ${part()})`
      },
    ])()
  return random.next() < 0.7
    ? textName(random, at === '' && random.next() < 0.2 ? 'old.' : at)
    : quoted(random.of(texts))
}
