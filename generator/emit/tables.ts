/** `<module>/tables.ts`: the tables of a module as Kysely reads and writes them. */
import { columnType, isColumn } from '../../runtime/protocol/index.ts'
import type { FieldModel, TableModel } from '../../runtime/protocol/index.ts'
import type { Module } from '../link/schema-set.ts'
import { pascalCase } from '../source/names.ts'
import { compareTexts } from '../source/problem.ts'
import { generatedFolder } from './folder.ts'
import { literal } from './literal.ts'
import { typescript, type Output } from './output.ts'

/** Interface of the tables, for example `WmsTables`. */
export const tablesType = ({ name }: Pick<Module, 'name'>): string => `${pascalCase(name)}Tables`

export function emitTables(module: Module): Output {
  const tables = module.entities
    .map(({ model }) => model)
    .filter((model) => model.storage === 'table')
    .sort((one, other) => compareTexts(one.table, other.table))
    .map(tableType)
  const body = [
    ...(tables.length > 0 ? ["import type { Generated } from 'kysely'\n"] : []),
    '/** Columns as they are stored: decimals as scaled integers, times as seconds, lists and maps as JSON text. */',
    `export interface ${tablesType(module)} {${tables.length > 0 ? `\n${tables.join('\n')}\n` : ''}}`,
  ]
  return typescript(`${generatedFolder}/${module.name}/tables.ts`, `schemas/${module.name}`, body.join('\n'))
}

function tableType(model: TableModel): string {
  const columns = model.fields.filter(isColumn).map((field) => `    ${field.name}: ${columnOf(model, field)}`)
  return `  ${model.table}: {\n${columns.join('\n')}\n  }`
}

/** The column has a value of its own when an insert names none. */
const isGenerated = ({ sort }: TableModel, { name }: FieldModel): boolean =>
  name === 'id' || name === 'version' || name === sort

const columnOf = (model: TableModel, field: FieldModel): string =>
  isGenerated(model, field) ? 'Generated<number>' : storedType(field)

/** The type of a field's value as a column holds it. */
export function storedType(field: FieldModel): string {
  const values =
    field.options && columnType(field) !== 'json'
      ? field.options.map((option) => literal(option.value)).join(' | ')
      : null
  const type = values ?? (columnType(field) === 'integer' ? 'number' : 'string')
  return field.required ? type : `${type} | null`
}
