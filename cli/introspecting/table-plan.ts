/** What is known of a table before its document is written: how its records are found, and whose lines they are. */
import { maxLines } from '../../generator/normalize/entity.ts'
import type { ForeignDatabase, ForeignReference, ForeignTable, Sample } from './foreign-database.ts'
import { nameFor, wordsOf } from './names.ts'
import { note, type Note } from './notes.ts'

export interface IntrospectOptions {
  /** Name of the module. */
  readonly module: string
  /** `adopts.file`: path of the SQLite file; null = none. */
  readonly file: string | null
  /** Zone of times that are stored without one. */
  readonly zone: string
}
/** How the records of a table are told apart. */
type Identity = 'column' | 'hash' | 'row'

export interface Plan {
  readonly table: ForeignTable
  /** Short name of the entity. */
  readonly name: string
  readonly identity: Identity
  readonly isNumbered: boolean
  readonly sample: Sample
  /** Set when the rows are lines of another table's. */
  owner: { readonly plan: Plan; readonly column: string } | null
  readonly lines: Plan[]
  /** The own text field that names a record; null until its fields are described, and where there is none. */
  textName: string | null
}

/** Longest name of the schema language. */
export const maxName = 63
/** Names that fields of people cannot have. */
export const systemFields = ['id', 'version', 'full_title', 'children', 'deleted']

/** The name of a table as people know it. */
export const displayName = ({ schema, name }: Pick<ForeignTable, 'schema' | 'name'>): string =>
  schema === '' || schema === 'public' ? name : `${schema}.${name}`
/** Reads what decides how the records of a table are found. */
export async function planOf(
  database: ForeignDatabase,
  table: ForeignTable,
  { module }: IntrospectOptions,
  names: Set<string>,
  notes: Note[],
): Promise<Plan> {
  // Where several schemas are read, those beside `public` tell their tables apart.
  const isOnly = database.tables.every(({ schema }) => schema === table.schema)
  const own = isOnly || table.schema === 'public' ? table.name : `${table.schema}_${table.name}`
  const name = nameFor(own, names, { fallback: 'entity', maxLength: maxName - module.length - 12, isEntity: true })
  const [first] = table.key
  const keyColumn = table.key.length === 1 ? table.columns.find((column) => column.name === first) : undefined
  const isInteger = keyColumn !== undefined && /int|serial/.test(keyColumn.type) && keyColumn.type !== 'interval'
  // A column that can be numbered anywhere holds no more than JSON can, and no 0.
  const range =
    isInteger && keyColumn && database.engine !== 'mysql' ? await database.range(table, keyColumn.name) : null
  const isUsable = isInteger && (range === null || (range[0] >= 1 && range[1] <= Number.MAX_SAFE_INTEGER))
  const identity: Identity = table.key.length === 0 || table.isView ? 'row' : isUsable ? 'column' : 'hash'
  if (table.isView)
    notes.push(note(displayName(table), null, 'info', '视图，只可查看', 'a view: records can only be read'))
  else if (table.key.length === 0 && database.engine !== 'mysql')
    notes.push(
      note(
        displayName(table),
        null,
        'limited',
        '没有主键，记录只可查看',
        'has no primary key: records can only be read',
      ),
    )
  return {
    table,
    name,
    identity,
    isNumbered: keyColumn?.isNumbered === false && identity === 'column',
    sample: database.engine === 'mysql' ? [] : await database.sample(table),
    owner: null,
    lines: [],
    textName: null,
  }
}

/**
 * Rows that are edited with the record they belong to: their table is named after it (`InvoiceLine`, `order_items`),
 * no other table refers to them, and no record has more of them than a form can show.
 */
export async function findLines(database: ForeignDatabase, plans: readonly Plan[]): Promise<void> {
  for (const plan of plans) {
    const { table } = plan
    if (table.isView || table.key.length === 0) continue
    const isReferredTo = plans.some((other) => other.table.references.some((reference) => refersTo(reference, table)))
    if (isReferredTo) continue
    for (const reference of table.references) {
      const owner = plans.find((other) => other !== plan && refersTo(reference, other.table))
      const [column] = reference.columns
      if (!owner || column === undefined || !isLineOf(plan, owner, reference)) continue
      if (owner.owner || owner.identity === 'row' || plan.lines.length > 0) continue
      if (owner.table.key.length !== 1 || !isKeyOf(reference, owner.table)) continue
      if (database.engine !== 'mysql' && (await database.most(table, column)) > maxLines) continue
      plan.owner = { plan: owner, column }
      owner.lines.push(plan)
      break
    }
  }
}

export const refersTo = (reference: ForeignReference, table: ForeignTable): boolean =>
  reference.table.toLowerCase() === table.name.toLowerCase() && reference.schema === table.schema

const isKeyOf = ({ toColumns }: ForeignReference, { key }: ForeignTable): boolean =>
  toColumns.length === 0 || toColumns.join().toLowerCase() === key.join().toLowerCase()

const lineWords = new Set([
  'line',
  'lines',
  'item',
  'items',
  'detail',
  'details',
  'position',
  'positions',
  'entry',
  'entries',
  'row',
  'rows',
])

function isLineOf(line: Plan, owner: Plan, reference: ForeignReference): boolean {
  const column = line.table.columns.find(({ name }) => name === reference.columns[0])
  if (reference.columns.length !== 1 || !column || column.isNullable) {
    if (!(column && line.table.key.includes(column.name))) return false
  }
  const [own, other] = [wordsOf(line.table.name), wordsOf(owner.table.name)].map((words) =>
    words.map((word) => word.toLowerCase()),
  )
  if (!own || !other || !lineWords.has(own.at(-1) ?? '')) return false
  const stem = (word: string): string => word.replace(/s$/, '')
  return other.every((word, index) => stem(own[index] ?? '') === stem(word))
}
