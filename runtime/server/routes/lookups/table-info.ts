/**
 * What a table is called and made of, as BuildAdmin's clients ask for it. It comes from the model, never from the
 * database's catalogue, and contains what the caller's own list of the table would show.
 */
import { nodeOf, trimText, visibleFields, type FieldModel, type TableModel } from '../../../protocol/index.ts'
import { grantedAccess } from '../../operation/access/access.ts'
import { OperationError } from '../../core/errors/operation-error.ts'
import { connectionName } from '../../http/compat/connection.ts'
import type { RequestScope, RouteAnswer } from '../../http/route.ts'
import { viewOf } from '../../records/policy/policy.ts'

const key = 'id'

/** `{pk}` of the table in the query. */
export async function answerTableKey(scope: RequestScope): Promise<RouteAnswer> {
  tableIn(scope)
  return { data: { pk: key } }
}

/** `{pk, fieldList}`: titles by column with `clean=1`, else what a database's catalogue says of each. */
export async function answerFields(scope: RequestScope): Promise<RouteAnswer> {
  const model = tableIn(scope)
  const isClean = scope.query.get('clean') !== '0'
  const fields = visibleFields(viewOf(scope, model, 'index'))
  const entries = fields.map((field, index): readonly [string, unknown] => [
    field.name,
    isClean ? field.label[scope.language] : catalogueRow(model, field, index, scope),
  ])
  return { data: { pk: key, fieldList: Object.fromEntries(entries) } }
}

/** The tables whose lists the caller may see, those of `excludeTable[]` left out. */
export async function answerTables(scope: RequestScope): Promise<RouteAnswer> {
  const { query, language, registry } = scope
  const search = query.get('quickSearch')
  const text = typeof search === 'string' ? trimText(search).toLowerCase() : ''
  const excluded = query.get('excludeTable')
  const left = new Set(typeof excluded === 'object' ? excluded.values() : [excluded])
  const list = registry.list
    .filter((model) => isVisible(scope, model) && !left.has(model.table))
    .map((model) => ({
      table: model.table,
      comment: `${model.table} - ${model.label[language]}`,
      connection: connectionName,
      prefix: '',
      // Ours: where the list is asked for.
      controller: model.controller,
    }))
    .filter(({ comment }) => comment.toLowerCase().includes(text))
  return { data: { list } }
}

/** The one connection there is; the name of the database is nobody's business. */
export async function answerConnections({ query, database }: RequestScope): Promise<RouteAnswer> {
  const search = query.get('quickSearch')
  const text = typeof search === 'string' ? search.trim().toLowerCase() : ''
  const connection = { type: database.adapter.label.toLowerCase(), database: '***', key: connectionName }
  return { data: { list: connectionName.includes(text) ? [connection] : [] } }
}

/** A table that does not exist and one the caller may not see are refused alike. */
function tableIn(scope: RequestScope): TableModel {
  const name = scope.query.get('table')
  const model = scope.registry.list.find(({ table }) => table === name)
  if (
    !model ||
    // Guard T01: tables are described to those who may list them.
    !isVisible(scope, model)
  )
    throw new OperationError('not_found')
  return model
}

const isVisible = ({ actor }: RequestScope, model: TableModel): boolean =>
  actor !== null && model.actions.includes('index') && grantedAccess.can(actor, nodeOf(model, 'index'))

/** A row with the keys of an SQL catalogue. Types are the kinds of the model: columns differ between databases. */
function catalogueRow(model: TableModel, field: FieldModel, index: number, { language }: RequestScope) {
  return {
    TABLE_NAME: model.table,
    COLUMN_NAME: field.name,
    ORDINAL_POSITION: index + 1,
    IS_NULLABLE: field.required ? 'NO' : 'YES',
    DATA_TYPE: field.kind,
    CHARACTER_MAXIMUM_LENGTH: field.maxLength ?? null,
    COLUMN_KEY: field.name === key ? 'PRI' : '',
    COLUMN_COMMENT: field.label[language],
  }
}
