/** What the rules for deleted records and sensitive data, and their logs, add to the operations on records. */
import { trimText, type FieldModel, type TableModel, type TextKey } from '../../../protocol/index.ts'
import { t } from '../../../i18n/i18n.ts'
import { OperationError } from '../../core/errors/operation-error.ts'
import type { Change } from '../../operation/change.ts'
import type * as operation from '../../operation/scope.ts'
import type { Registry } from '../../core/models/registry.ts'
import { keepEntries } from './log-hooks.ts'
import { visibleEntries } from '../../records/recovery/visible-entries.ts'
import { isTitleOfSchema, shownTitle, shownValue } from '../../records/recovery/value-text.ts'
import { canBeWatched, watchableFields, whyNotWatched, type Watch } from '../../records/recovery/rule-targets.ts'

export const recoveryHooks: Readonly<Record<string, operation.Hooks>> = {
  'system/data_recycle': ruleHooks('delete'),
  'system/sensitive_data': ruleHooks('change'),
  'system/data_recycle_log': {
    // Guard T13: deleted records are shown to those who see their table.
    restrictRows: async (scope) => visibleEntries(scope, 'data_recycle_log'),
    beforeRemove: keepEntries('data_recycle_log', ({ recoveryDays }) => recoveryDays),
    present: async (scope, rows) => nameTables(scope, rows),
  },
  'system/sensitive_data_log': {
    // Guard T13: former values are shown to those who see their field.
    restrictRows: async (scope) => visibleEntries(scope, 'sensitive_data_log'),
    beforeRemove: keepEntries('sensitive_data_log', ({ recoveryDays }) => recoveryDays),
    async present(scope, rows) {
      nameTables(scope, rows)
      for (const row of rows) showValues(scope, row)
    },
  },
}

function ruleHooks(watch: Watch): operation.Hooks {
  return {
    prepareBody: async ({ registry }, _model, { body }) => translated(registry, body),
    async present(scope, rows) {
      nameTables(scope, rows)
      for (const row of rows) showTitles(scope, row)
    },
    async beforeCreate(scope, _trx, change) {
      decide(scope, change, tableOf(scope, change.given.get('entity'), watch), watch)
    },
    async beforeUpdate(scope, _trx, change, current) {
      const entity = change.given.has('entity') ? change.given.get('entity') : current['entity']
      const isSwitch = !change.given.has('entity') && !change.given.has('data_fields')
      if (!isSwitch) decide(scope, change, tableOf(scope, entity, watch), watch, current['data_fields'])
    },
  }
}

/**
 * BuildAdmin's clients name the table by the file of its controller (`auth/Admin.php`), and fields as
 * `[{name, value}]`. A list of names alone leaves the titles to the schema.
 */
function translated(registry: Registry, body: Change['body']): Change['body'] {
  const { entity, controller, data_fields: named } = body
  const isNames = Array.isArray(named) && named.every((one) => typeof one === 'string')
  const fields = body['fields'] ?? (isNames ? named : null)
  const isOld = (entity ?? '') === '' && typeof controller === 'string' && controller !== ''
  const model = isOld ? registry.byController(controller.replace(/\.php$/i, '').replaceAll('/', '.')) : undefined
  const pairs = Array.isArray(fields)
    ? fields.map((one: string | { name?: unknown; value?: unknown } | null) =>
        typeof one === 'string' ? { key: one, value: '' } : { key: one?.name, value: one?.value },
      )
    : null
  return { ...body, ...(model && { entity: model.id }), ...(pairs && { data_fields: pairs }) }
}

/** @throws an OperationError `invalid` with the reason at the field */
function tableOf(scope: operation.Scope, entity: unknown, watch: Watch): TableModel {
  const model = scope.registry.byId(String(entity ?? ''))
  if (!model || !canBeWatched(model, watch)) throw fieldError(scope, 'entity', 'watch.unknown')
  const reason = whyNotWatched(model, watch)
  if (reason !== null) throw fieldError(scope, 'entity', reason)
  return model
}

const fieldError = ({ language }: operation.Scope, field: string, text: TextKey): OperationError =>
  new OperationError('invalid', { errors: { [field]: t(language, text) } })

/** What follows from the table; fields without a title get that of the schema. */
function decide(
  scope: operation.Scope,
  { given, overrides }: Change,
  model: TableModel,
  watch: Watch,
  current?: unknown,
): void {
  const path = model.controller.replaceAll('.', '/')
  overrides.set('controller', `${path}.php`)
  overrides.set('controller_as', path.toLowerCase())
  overrides.set('data_table', model.table)
  overrides.set('primary_key', 'id')
  if (watch === 'delete') return
  const before = titlesOf(current)
  const chosen = given.has('data_fields') ? titlesOf(given.get('data_fields')) : before
  const fields = watchableFields(model).filter(({ name }) => Object.hasOwn(chosen, name))
  if (fields.length === 0 || fields.length < Object.keys(chosen).length)
    throw fieldError(scope, 'data_fields', 'watch.fields')
  // A form sends the title of the schema in the language of who saves: that alone is no change.
  const titleOf = (field: FieldModel): string => {
    const [kept, title] = [before[field.name], trimText(chosen[field.name] ?? '') || field.label[scope.language]]
    return kept !== undefined && isTitleOfSchema(field, kept) && isTitleOfSchema(field, title) ? kept : title
  }
  overrides.set('data_fields', JSON.stringify(Object.fromEntries(fields.map((field) => [field.name, titleOf(field)]))))
}

/** Titles of watched fields, by their names, as a rule stores them. */
const titlesOf = (stored: unknown): Readonly<Record<string, string>> =>
  JSON.parse(String(stored ?? '{}')) as Readonly<Record<string, string>>

/** The table as people call it. */
function nameTables({ registry, language }: operation.Scope, rows: readonly Record<string, unknown>[]): void {
  for (const row of rows)
    if (row['entity'] !== undefined)
      row['entity_label'] = registry.byId(String(row['entity']))?.label[language] ?? row['entity']
}

/** The titles of watched fields as people read them. */
function showTitles({ registry, language }: operation.Scope, row: Record<string, unknown>): void {
  const model = registry.byId(String(row['entity'] ?? ''))
  const titles = row['data_fields']
  if (!model || typeof titles !== 'object' || titles === null) return
  row['data_fields'] = Object.fromEntries(
    Object.entries(titles).map(([name, title]) => {
      const field = model.fields.find((one) => one.name === name)
      return [name, shownTitle(field, String(title), language)]
    }),
  )
}

/** Values and the field as people read them. */
function showValues(scope: operation.Scope, row: Record<string, unknown>): void {
  const model = scope.registry.byId(String(row['entity'] ?? ''))
  const field = model?.fields.find(({ name }) => name === row['data_field'])
  if (typeof row['data_comment'] === 'string')
    row['data_comment'] = shownTitle(field, row['data_comment'], scope.language)
  for (const side of ['before', 'after'])
    if (typeof row[side] === 'string') row[side] = shownValue(scope, field, row[side])
}
