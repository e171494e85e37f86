/** The schema documents of a foreign database: one for each table, and that of the module. */
import { shortField } from '../../generator/expand/shorten.ts'
import type { JsonObject } from '../../generator/source/json.ts'
import type { Keywords } from './column-schema.ts'
import type { ForeignDatabase, Skipped } from './foreign-database.ts'
import { entityLabels, labelOf, nameFor, wordsOf } from './names.ts'
import { note, type Note } from './notes.ts'
import { fieldsOf, type Field } from './table-fields.ts'
import { findLines, planOf, displayName, systemFields, type IntrospectOptions, type Plan } from './table-plan.ts'
import { isPlainKey, isShortText, titleOf, withTitle } from './table-titles.ts'

export interface Introspected {
  /** Documents by path below `schemas/`. */
  readonly files: ReadonlyMap<string, Keywords>
  readonly notes: readonly Note[]
}

/** Reads what is left to read, and derives the documents. */
export async function documentsOf(database: ForeignDatabase, options: IntrospectOptions): Promise<Introspected> {
  const notes: Note[] = database.skipped.map(({ table, why }) => skippedNote(table, why))
  const names = new Set<string>()
  const plans: Plan[] = []
  for (const table of database.tables) {
    if (table.columns.length === 0) {
      notes.push(note(displayName(table), null, 'limited', '没有列，已跳过', 'has no columns, skipped'))
      continue
    }
    plans.push(await planOf(database, table, options, names, notes))
  }
  await findLines(database, plans)
  for (const plan of plans) {
    const title = titleOf(fieldsOf(database, plan, plans, options, []))
    plan.textName = typeof title === 'string' ? title : (title?.at(-1) ?? null)
  }
  const files = new Map<string, Keywords>()
  for (const plan of plans)
    files.set(`${options.module}/${plan.name}.json`, entityOf(database, plan, plans, options, notes))
  files.set(`${options.module}/module.json`, moduleOf(database, plans, options))
  return { files, notes }
}

function skippedNote(table: string, why: Skipped['why']): Note {
  if (why === 'virtual') return note(table, null, 'limited', '虚拟表，已跳过', 'a virtual table, skipped')
  if (why === 'syntax')
    return note(table, null, 'limited', '语句无法解析，已跳过', 'the statement cannot be parsed, skipped')
  return note(table, null, 'info', '分区，随其主表读取', 'a partition, read with the table it belongs to')
}

function moduleOf(database: ForeignDatabase, plans: readonly Plan[], { module, file }: IntrospectOptions): Keywords {
  const label = labelOf(module, undefined)
  return {
    $schema: '../dialect/module.json',
    'x-label': label,
    icon: 'database',
    menu: plans.filter(({ owner }) => !owner).map(({ name }) => name),
    ...(database.engine !== 'mysql' && {
      adopts: { engine: database.engine, ...(file !== null && { file }) },
    }),
  }
}

function entityOf(
  database: ForeignDatabase,
  plan: Plan,
  plans: readonly Plan[],
  options: IntrospectOptions,
  notes: Note[],
): Keywords {
  const { table, owner } = plan
  const described = fieldsOf(database, plan, plans, options, notes)
  const names = new Map(described.map(({ column, name }) => [column.name, name]))
  const labels = entityLabels(table.name, table.comment)
  const isReadOnly = plan.identity === 'row' && database.engine !== 'mysql'
  const uniques = [...table.uniques, ...(plan.identity === 'hash' ? [table.key] : [])]
    .map((columns) => columns.map((column) => names.get(column)))
    .filter((list): list is string[] => list.length > 0 && list.every((name) => name !== undefined))
  const titled = withTitle(plan, described, plans)
  const { fields, title } = titled
  const lines = plan.lines.map((line) => linesField(line, fields, options))
  const search = fields.filter(isShortText).slice(0, 6)
  const key = uniques.find((list) => list.every((name) => isPlainKey(fields, name)))
  return {
    $schema: '../dialect/entity.json',
    $id: `${options.module}/${plan.name}`,
    title: labels.many.en,
    'x-label': labels.many,
    'x-entity': {
      label: labels.one,
      title,
      ...(key && !isReadOnly && { key }),
      ...(database.engine !== 'mysql' && { adopted: adoptedOf(database, plan) }),
    },
    ...requiredOf(fields),
    properties: Object.fromEntries(
      [...fields.map(({ name, keywords }) => [name, keywords] as const), ...lines].map(([name, keywords]) => [
        name,
        shortField(keywords as JsonObject),
      ]),
    ),
    ...(uniques.length > 0 && {
      'x-index': Object.fromEntries(uniques.map((on, index) => [`unique_${index + 1}`, { on, unique: true }] as const)),
    }),
    ...(search.length > 0 && !owner && { 'x-search': search.map(({ name }) => name) }),
    // The grid of a form numbers its lines anyway.
    ...(owner && described.length > 0 && { 'x-views': { table: { columns: described.map(({ name }) => name) } } }),
    ...(isReadOnly && { 'x-actions': ['index', 'export'] }),
  }
}

function requiredOf(fields: readonly Field[]): Keywords {
  const required = fields.filter(({ isRequired }) => isRequired).map(({ name }) => name)
  return required.length > 0 ? { required } : {}
}

function adoptedOf({ engine }: ForeignDatabase, { table, identity, isNumbered, owner }: Plan): Keywords {
  return {
    table: table.name,
    ...(engine === 'postgresql' && table.schema !== 'public' && { schema: table.schema }),
    key: identity === 'row' ? [] : table.key,
    ...(identity !== 'column' && { id: identity }),
    ...(isNumbered && { numbered: true }),
    ...(table.isView && { view: true }),
    ...(owner && { owner: owner.column }),
  }
}

/** Lines of a document as a field of it. */
function linesField(line: Plan, fields: readonly Field[], { module }: IntrospectOptions): readonly [string, Keywords] {
  const names = new Set([...systemFields, ...fields.map(({ name }) => name)])
  const name = nameFor(`${wordsOf(line.table.name).at(-1) ?? 'line'}`, names, { fallback: 'lines', maxLength: 40 })
  return [
    name.endsWith('s') ? name : `${name}s`,
    {
      type: 'array',
      'x-relation': { to: `${module}/${line.name}`, owned: true },
      'x-label': entityLabels(line.table.name, line.table.comment).many,
    },
  ]
}
