/** The fields of a table as they are written into its schema. */
import { nestedKey } from '../../generator/source/names.ts'
import { fieldOf, type FieldSchema, type Keywords } from './column-schema.ts'
import type { ForeignColumn, ForeignDatabase } from './foreign-database.ts'
import { labelOf, nameFor } from './names.ts'
import { note, type Note } from './notes.ts'
import { maxName, refersTo, displayName, systemFields, type IntrospectOptions, type Plan } from './table-plan.ts'

/** A field that is being described. */
export interface Field {
  readonly name: string
  readonly column: ForeignColumn
  readonly keywords: Keywords
  readonly isRequired: boolean
}

/** The fields of a table, in the order of its columns. */
export function fieldsOf(
  database: ForeignDatabase,
  plan: Plan,
  plans: readonly Plan[],
  options: IntrospectOptions,
  notes: Note[],
): readonly Field[] {
  const { table, identity, owner } = plan
  const fieldNames = new Set([...systemFields, ...(owner ? [`${owner.plan.name}_id`, 'line_no'] : [])])
  const isId = ({ name }: ForeignColumn): boolean => identity === 'column' && table.key[0] === name
  const columns = table.columns.filter((column) => !isId(column) && owner?.column !== column.name)
  const fields = columns.flatMap((column): readonly Field[] => {
    const reference = referenceOf(plan, column, plans, options, notes)
    const name = freeName(column, reference !== null, fieldNames, columns)
    const schema = reference ? null : schemaOf(database, plan, column, options, notes)
    if (schema?.as === 'size' && database.engine === 'mysql') return []
    return [fieldFor(database, plan, column, { name, reference, schema })]
  })
  if (fields.length > 0) return fields
  // A record has at least one field beside its id: the key itself, which is shown.
  const [first] = table.columns
  return first
    ? [
        fieldFor(database, plan, first, {
          name: 'key_value',
          reference: null,
          schema: { keywords: { type: 'integer', readOnly: true }, limits: [] },
        }),
      ]
    : []
}

/** The nested object of a reference must not have the name of another field. */
function freeName(
  column: ForeignColumn,
  isReference: boolean,
  fieldNames: Set<string>,
  columns: readonly ForeignColumn[],
): string {
  const name = nameFor(column.name, fieldNames, { fallback: 'field', maxLength: maxName - 4 })
  if (!isReference) return name
  const key = nestedKey(name, false)
  const isTaken = columns.some(
    (other) =>
      other !== column && nameFor(other.name, new Set(), { fallback: 'field', maxLength: maxName - 4 }) === key,
  )
  return isTaken || [...fieldNames].some((other) => other !== name && nestedKey(other, false) === key)
    ? nameFor(`${name}_ref`, fieldNames, { fallback: 'field', maxLength: maxName })
    : name
}

interface Reference {
  readonly keywords: Keywords
  readonly refersTo: string | null
}

function referenceOf(
  plan: Plan,
  column: ForeignColumn,
  plans: readonly Plan[],
  { module }: IntrospectOptions,
  notes: Note[],
): Reference | null {
  const references = plan.table.references.filter(({ columns }) => columns.includes(column.name))
  const reference = references.find(({ columns }) => columns.length === 1)
  if (!reference) {
    const [wide] = references
    if (wide && wide.columns[0] === column.name)
      notes.push(
        note(
          displayName(plan.table),
          wide.columns.join(', '),
          'limited',
          `引用 ${wide.table} 的多列主键：按普通列显示`,
          `refers to ${wide.table} by several columns: shown as plain columns`,
        ),
      )
    return null
  }
  const target = plans.find((other) => refersTo(reference, other.table))
  if (!target || target.owner || target.identity === 'row') {
    notes.push(
      note(
        displayName(plan.table),
        column.name,
        'limited',
        `所引用的表 ${reference.table} 不可选：按普通列显示`,
        `the table ${reference.table} it refers to cannot be chosen from: shown as a plain column`,
      ),
    )
    return null
  }
  const [own] = target.table.key
  const referred = reference.toColumns[0] ?? own ?? ''
  const isKey = target.table.key.length === 1 && referred.toLowerCase() === (own ?? '').toLowerCase()
  const onDelete = reference.onDelete === 'null' && !column.isNullable ? 'restrict' : reference.onDelete
  return {
    keywords: {
      type: 'integer',
      'x-relation': { to: `${module}/${target.name}`, onDelete },
    },
    refersTo: isKey ? null : referred,
  }
}

function schemaOf(
  database: ForeignDatabase,
  plan: Plan,
  column: ForeignColumn,
  { zone }: IntrospectOptions,
  notes: Note[],
): FieldSchema {
  const values = plan.sample.map((row) => row[column.name]).filter((value) => value !== null && value !== undefined)
  const schema = fieldOf(column, { engine: database.engine, isLoose: database.isLoose, values, zone })
  for (const [zh, en] of schema.limits) notes.push(note(displayName(plan.table), column.name, 'limited', zh, en))
  return schema
}

function fieldFor(
  { engine }: ForeignDatabase,
  plan: Plan,
  column: ForeignColumn,
  {
    name,
    reference,
    schema,
  }: { readonly name: string; readonly reference: Reference | null; readonly schema: FieldSchema | null },
): Field {
  const keywords: Keywords = { ...(reference?.keywords ?? schema?.keywords) }
  const isText = keywords['type'] === 'string' && keywords['format'] === undefined && keywords['enum'] === undefined
  const isEmptyText =
    isText &&
    engine !== 'mysql' &&
    !column.isNullable &&
    (column.default?.startsWith("''") || plan.sample.some((row) => row[column.name] === ''))
  const initial = reference ? null : defaultOf(column, keywords)
  // What the database fills in by itself is left to it.
  const isFilled =
    column.isComputed ||
    column.isNumbered ||
    (column.default !== null && initial === null && !column.isNullable && !isEmptyText)
  // The database of the other application does that; a new table does not.
  const isReadOnly = keywords['readOnly'] === true || (engine !== 'mysql' && (isFilled || plan.identity === 'row'))
  const isRequired = !column.isNullable && !isReadOnly && !isFilled && !isEmptyText && !plan.table.isView
  if (
    column.minimum !== undefined &&
    (keywords['type'] === 'integer' || keywords['format'] === 'decimal') &&
    !reference &&
    !isReadOnly
  )
    keywords['minimum'] = column.minimum
  if (isReadOnly) keywords['readOnly'] = true
  if (initial !== null && !isReadOnly) keywords['default'] = initial
  // The key is what the record is found by.
  if (plan.identity === 'hash' && plan.table.key.includes(column.name) && !isReadOnly)
    keywords['x-readonly'] = 'has(id)'
  keywords['x-label'] = labelOf(column.name, column.comment, reference !== null)
  if (engine !== 'mysql')
    keywords['x-stored'] = {
      column: column.name,
      ...(schema?.as && { as: schema.as }),
      ...(schema?.as === 'native' && { type: schema.type ?? 'text' }),
      ...(schema?.zone && { zone: schema.zone }),
      ...(isEmptyText && { empty: true }),
      ...(reference?.refersTo && { refersTo: reference.refersTo }),
    }
  return { name, column, keywords, isRequired }
}

/** A literal default as the field has it on the wire; null for expressions. */
function defaultOf(column: ForeignColumn, keywords: Keywords): unknown {
  const text = (column.default ?? '').trim().replace(/^\((.*)\)$/s, '$1')
  const literal = /^'((?:[^']|'')*)'(?:::[a-z ."]+(?:\([\d, ]*\))?)?$/is.exec(text)
  const value = literal ? (literal[1] ?? '').replaceAll("''", "'") : text
  if (text === '' || /^null\b/i.test(text) || value === '') return null
  const allowed = keywords['enum'] as readonly unknown[] | undefined
  if (allowed) {
    const converted = /^(true|false)$/i.test(value)
      ? Number(/true/i.test(value))
      : keywords['type'] === 'integer'
        ? Number(value)
        : value
    return allowed.includes(converted) ? converted : null
  }
  if (keywords['type'] === 'integer')
    return keywords['format'] === undefined && /^-?\d{1,15}$/.test(value) ? Number(value) : null
  if (keywords['format'] === 'decimal') {
    const scale = Number(keywords['x-scale'])
    if (!/^-?\d{1,12}(\.\d+)?$/.test(value) || (value.split('.')[1] ?? '').replace(/0+$/, '').length > scale)
      return null
    return Number(value).toFixed(scale)
  }
  if (keywords['format'] !== undefined || !literal) return null
  return value.length <= Number(keywords['maxLength'] ?? 0) ? value : null
}
