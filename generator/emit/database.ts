/** `database.ts`: Kysely's types of all stored tables. */
import { columnType, isColumn } from '../../runtime/protocol/index.ts'
import type { FieldModel, TableModel } from '../../runtime/protocol/index.ts'
import type { SchemaSet } from '../link/schema-set.ts'
import { compareTexts } from '../source/problem.ts'
import { generatedFolder } from './folder.ts'
import { literal } from './literal.ts'
import { typescript, type Output } from './output.ts'

export function emitDatabase(schemas: SchemaSet): Output {
  const models = schemas.modules
    .flatMap((module) => module.entities.map((entity) => entity.model))
    .filter((model) => model.storage === 'table')
  const tables = models.sort((a, b) => compareTexts(a.table, b.table)).map(tableType)
  const body = [
    "import type { Generated } from 'kysely'\n",
    '/** Columns as they are stored: decimals as scaled integers, times as seconds, lists and maps as JSON text. */',
    `export interface Database {${tables.length > 0 ? `\n${tables.join('\n')}\n` : ''}}`,
  ]
  return typescript(`${generatedFolder}/database.ts`, 'schemas', body.join('\n'))
}

function tableType(model: TableModel): string {
  return `  ${model.table}: {\n${model.fields
    .filter(isColumn)
    .map((field) => `    ${field.name}: ${columnOf(field)}`)
    .join('\n')}\n  }`
}

function columnOf(field: FieldModel): string {
  if (field.name === 'id' || field.name === 'version') return 'Generated<number>'
  const values =
    field.options && columnType(field) !== 'json'
      ? field.options.map((option) => literal(option.value)).join(' | ')
      : null
  const type = values ?? (columnType(field) === 'integer' ? 'number' : 'string')
  return field.required ? type : `${type} | null`
}
