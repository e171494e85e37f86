/**
 * A record as a document for people outside: what `x-views.mail` names, or what its list and the grids of its lines
 * show, and nothing else.
 */
import {
  decimalText,
  fieldOf,
  fieldsOfLine,
  formatDecimal,
  fullTitleName,
  isEmpty,
  kinds,
  refersToMany,
  refersToOne,
  type FieldModel,
  type Language,
  type TableModel,
  type WireValue,
} from '../../../protocol/index.ts'
import type { WireRow } from '../../core/models/row-shape.ts'
import type { Scope } from '../../operation/scope.ts'
import { lineTableOf } from '../lines/read.ts'
import { visibleLines } from '../lines/wire.ts'
import { viewOf } from '../policy/policy.ts'

interface DocumentColumn {
  /** With the unit. */
  readonly label: string
  readonly isNumber: boolean
}

/** A field of the record itself. */
export interface DocumentFact extends DocumentColumn {
  /** The label without the unit, which stands after the value. */
  readonly name: string
  readonly value: string
  /** "" = none. */
  readonly unit: string
}

/** The lines of one field. */
export interface DocumentTable {
  readonly label: string
  readonly columns: readonly DocumentColumn[]
  readonly rows: readonly (readonly string[])[]
  /** By column, "" where there is none; null = no column has a sum. */
  readonly totals: readonly string[] | null
}

export interface RecordDocument {
  /** The name of one record: "Inbound order". */
  readonly kind: string
  /** Its number or name. */
  readonly name: string
  readonly facts: readonly DocumentFact[]
  readonly tables: readonly DocumentTable[]
}

/** How values are written: numbers as people read them, or as programs do. */
export interface Style {
  readonly language: Language
  readonly isForPrograms?: boolean
}

/**
 * @param view the table as the caller may see it
 * @param row with its lines and the names of what it refers to
 */
export function documentOf(scope: Scope, view: TableModel, row: WireRow, style: Style): RecordDocument {
  const { language } = style
  const write = createWriter(scope, style)
  const title = fieldOf(view, view.title)
  // The heading has the title.
  const columns = (view.mail ?? view.list).columns.filter((column) => column !== view.title)
  const fields = columns.flatMap((column) => fieldOf(view, column) ?? []).filter((field) => isShown(view, field))
  const facts = fields.flatMap((field): RecordDocument['facts'] => {
    const value = write(field, row)
    const [name, unit] = [field.label[language], field.unit?.[language] ?? '']
    return value === '' ? [] : [{ ...columnOf(field, language), name, value, unit }]
  })
  const name = title && !title.private ? write(title, row) : ''
  return {
    kind: view.singular[language],
    name: name.replace(/\s+/g, ' ').trim() || `#${String(row['id'])}`,
    facts,
    tables: visibleLines(view).flatMap((field) => tableOf(scope, view, field, row, style) ?? []),
  }
}

/** Files stay behind the sign-in, and who owns the record matters to colleagues only, unless the schema names it. */
const isShown = (view: TableModel, field: FieldModel): boolean =>
  !field.private &&
  (!field.implicit || field.name === view.created || view.mail !== undefined) &&
  kinds[field.kind].addresses === undefined

/** Null without lines. Columns in which no line has a value are left out. */
function tableOf(scope: Scope, view: TableModel, field: FieldModel, row: WireRow, style: Style): DocumentTable | null {
  const { language } = style
  const lines = (row[field.name] ?? []) as readonly WireRow[]
  const model = viewOf(scope, lineTableOf(scope.registry, view, field.name).model, 'edit')
  const write = createWriter(scope, style)
  const names = model.mail?.columns ?? field.columns ?? fieldsOfLine(field).map(({ name }) => name)
  const columns = names
    .flatMap((name) => fieldOf(model, name) ?? [])
    .filter((column) => isShown(model, column) && lines.some((line) => write(column, line) !== ''))
  if (lines.length === 0 || columns.length === 0) return null
  const totals = columns.map((column) => (column.column?.total ? totalOf(column, lines, style) : ''))
  return {
    label: field.label[language],
    columns: columns.map((column) => columnOf(column, language)),
    rows: lines.map((line) => columns.map((column) => write(column, line))),
    totals: totals.some((total) => total !== '') ? totals : null,
  }
}

const columnOf = (field: FieldModel, language: Language): DocumentColumn => ({
  label: headingOf(field, language),
  isNumber: kinds[field.kind].isNumber === true,
})

function headingOf({ label, unit }: FieldModel, language: Language): string {
  if (!unit) return label[language]
  return language === 'en' ? `${label.en} (${unit.en})` : `${label['zh-cn']}（${unit['zh-cn']}）`
}

/** The sum of a column, exact to the last digit. */
function totalOf(field: FieldModel, lines: readonly WireRow[], style: Style): string {
  const { scale = 0 } = field
  const sum = lines.reduce((total, line) => {
    const value = (line[field.name] ?? null) as WireValue
    return value === null ? total : total + BigInt(kinds[field.kind].toStored(value, field) ?? 0)
  }, 0n)
  return decimalIn(style, decimalText(sum, scale), scale)
}

const decimalIn = ({ language, isForPrograms }: Style, text: string, scale: number): string =>
  isForPrograms ? text : formatDecimal(text, scale, language)

/** The text of a field for people; "" = none. */
function createWriter({ settings }: Scope, style: Style): (field: FieldModel, row: WireRow) => string {
  return (field, row) => {
    const value = (row[field.name] ?? null) as WireValue
    const { relation } = field
    if (relation && refersToOne(field)) return nameOf(row[relation.as], relation.show)
    if (relation && refersToMany(field))
      return ((row[relation.as] ?? []) as readonly unknown[]).map((target) => nameOf(target, relation.show)).join(', ')
    if (isEmpty(value)) return ''
    const text = kinds[field.kind].toText(value, field, settings, style.language)
    return field.scale === undefined ? text : decimalIn(style, text, field.scale)
  }
}

/** All that identifies the record, as far as the sender sees it. */
function nameOf(target: unknown, show: string): string {
  const { [fullTitleName]: full, [show]: label } = (target ?? {}) as Readonly<Record<string, unknown>>
  const name = full ?? label
  return isEmpty(name) ? '' : String(name)
}
