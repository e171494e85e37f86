/** `routine.Config`: reads and changes the settings of the site. */
import { t } from '../../../i18n/i18n.ts'
import { visibleFields, type TextKey } from '../../../protocol/index.ts'
import { lockRows } from '../../operation/lock-rows.ts'
import { idOf, requireIds } from '../../records/read-id.ts'
import { canList, viewOf } from '../../records/policy/policy.ts'
import { builtInNames, sectionsOf } from '../../settings/groups.ts'
import type { ItemRelation } from '../../settings/added/relation.ts'
import { valueContext } from '../../settings/added/values.ts'
import { rowOfItem } from '../../settings/added/item.ts'
import type { DefinitionContext, ItemProblems } from '../../settings/added/item-definition.ts'
import { readNewItem } from '../../settings/added/new-item.ts'
import { convertValue, readRedefinition, type Converted } from '../../settings/added/redefinition.ts'
import { withFieldMessages } from '../../http/compat/messages.ts'
import { plainNames } from '../../http/known-names.ts'
import { defineRoute, type RequestScope, type Route, type RouteAnswer } from '../../http/route.ts'
import { OperationError } from '../../core/errors/operation-error.ts'
import { destinationOf, sealName } from '../../settings/secret-destination.ts'
import { describeSettings, type SettingDescription } from '../../settings/setting-descriptions.ts'

import { mayNotChange } from './read-changes.ts'
import { saveSettings } from './save-settings.ts'
import { isOfMail, sendTestMail } from './test-mail.ts'

const page = 'routine/config'

export const configRoutes: readonly Route[] = [
  defineRoute({
    area: 'admin',
    controller: 'routine.Config',
    action: 'index',
    method: 'GET',
    login: 'admin',
    node: `${page}/index`,
    handler: answerSettings,
  }),
  defineRoute({
    area: 'admin',
    controller: 'routine.Config',
    action: 'edit',
    method: 'POST',
    login: 'admin',
    node: `${page}/edit`,
    handler: (scope) =>
      withFieldMessages(
        scope,
        (name) => labelOf(scope, name),
        () => changeSettings(scope),
      ),
  }),
  defineRoute({
    area: 'admin',
    controller: 'routine.Config',
    action: 'add',
    method: 'POST',
    login: 'admin',
    node: `${page}/add`,
    handler: (scope) =>
      withFieldMessages(
        scope,
        (name) => itemLabel(scope, name),
        () => addItem(scope),
      ),
  }),
  defineRoute({
    area: 'admin',
    controller: 'routine.Config',
    action: 'redefine',
    method: 'POST',
    login: 'admin',
    // Who may add settings decides what they are; who may edit them, what their values are.
    node: `${page}/add`,
    handler: (scope) =>
      withFieldMessages(
        scope,
        (name) => itemLabel(scope, name),
        () => redefineItem(scope),
      ),
  }),
  defineRoute({
    area: 'admin',
    controller: 'routine.Config',
    action: 'del',
    method: 'DELETE',
    login: 'admin',
    node: `${page}/del`,
    handler: removeItems,
  }),
  defineRoute({
    area: 'admin',
    controller: 'routine.Config',
    action: 'sendTestMail',
    method: 'POST',
    login: 'admin',
    // Who may set up the mail server may try it.
    node: `${page}/edit`,
    names: ({ settings }) => ({
      query: plainNames(),
      body: plainNames('testMail', ...Object.keys(settings.own).filter(isOfMail)),
    }),
    handler: (scope) =>
      withFieldMessages(
        scope,
        (name) => (name === 'testMail' ? t(scope.language, 'config.test_mail.address') : labelOf(scope, name)),
        () => sendTestMail(scope),
      ),
  }),
]

/** Throws an OperationError `invalid` with the errors by member; names are unique among all settings. */
async function addItem(scope: RequestScope): Promise<RouteAnswer> {
  const { language, settings, body, settingsStore } = scope
  const read = readNewItem(body, { ...definitionContext(scope), values: valueContext(settings) })
  if ('problems' in read) throw refusedDefinition(scope, read.problems)
  const taken = new OperationError('invalid', { errors: { name: t(language, 'config.item.taken') } })
  if (describeSettings(settings).some(({ name }) => name === read.row['name'])) throw taken
  try {
    await scope.database.write(async (trx) => {
      await settingsStore.addItem(trx, read.row)
      await scope.audit?.(trx, { title: added })
    })
  } catch (error) {
    throw scope.database.adapter.problemOf(error)?.kind === 'unique' ? taken : error
  }
  settingsStore.invalidate()
  return { msg: t(language, 'added'), data: null }
}

/**
 * Defines an added setting anew, in one transaction with its value. Throws an OperationError `invalid` with the errors
 * by member when the definition is wrong or the value does not fit it; `bad_state` for a built-in setting.
 */
async function redefineItem(scope: RequestScope): Promise<RouteAnswer> {
  const { language, settings, body, settingsStore } = scope
  const given = idOf(body['id'])
  if (given !== null && given <= itemIds) throw new OperationError('bad_state', { text: 'config.item.built_in_type' })
  const id = (given ?? 0) - itemIds
  await scope.database.write(async (trx) => {
    // A value that is saved meanwhile is converted, too, or refused because the definition has changed.
    await lockRows(scope, trx, 'system/config', [id], 'write')
    const item = await settingsStore.readItem(trx, id)
    if (!item) throw new OperationError('not_found')
    const { definition, problems } = readRedefinition(item, body, definitionContext(scope))
    if (Object.keys(problems).length > 0) throw refusedDefinition(scope, problems)
    const converted = convertValue(item, definition, valueContext(settings))
    if (!('stored' in converted)) throw unfitValue(scope, converted)
    const { stored } = converted
    const isNewSecret = definition.type === 'password' && item.type !== 'password' && stored !== ''
    const destination = destinationOf({ ...settings, items: [{ ...item, extend: definition.extend }] }, item.name)
    // Guard T10: a text that becomes a secret is encrypted.
    // Without: const value = isNewSecret ? stored : stored
    const value = isNewSecret ? settings.secrets.seal(sealName(item.name, destination), stored) : stored
    await settingsStore.redefineItem(trx, item, { ...rowOfItem(definition), value })
    // The value is not read; a client that sends it may send a secret.
    await scope.audit?.(trx, { title: redefined, secrets: ['value'] })
  })
  settingsStore.invalidate()
  return { msg: t(language, 'saved'), data: null }
}

const definitionContext = (scope: RequestScope): DefinitionContext => ({
  sections: sectionsOf(scope.settings).map(({ name }) => name),
  listOf: (relation) => listOf(scope, relation),
})

const refusedDefinition = ({ language }: RequestScope, problems: ItemProblems): OperationError =>
  new OperationError('invalid', {
    errors: Object.fromEntries(
      Object.entries(problems).map(([name, { problem, params }]) => [name, t(language, problem, params)]),
    ),
  })

/** Says which value is in the way, and why. */
function unfitValue(
  { language }: RequestScope,
  { member, reason, shown }: Exclude<Converted, { readonly stored: string }>,
): OperationError {
  const why = t(language, reason.problem, reason.params)
  const text = shown === '' ? why : t(language, 'config.item.unfit', { value: shown, reason: why })
  return new OperationError('invalid', { errors: { [member]: text } })
}

/** The list with that controller, as far as the caller may see it, with the field that names a record there. */
function listOf(scope: RequestScope, { controller, show }: ItemRelation): ItemRelation | null {
  const model = scope.registry.byController(controller)
  if (!model || !canList(scope, model)) return null
  const isSeen = visibleFields(viewOf(scope, model, 'index')).some(({ name }) => name === show)
  return { controller: model.controller, show: isSeen ? show : model.title }
}

/** Built-in settings cannot be deleted: with one of them among the ids nothing is. */
async function removeItems(scope: RequestScope): Promise<RouteAnswer> {
  const { language, settings, settingsStore } = scope
  const ids = requireIds(scope.query)
    .map(idOf)
    .filter((id) => id !== null)
  if (ids.length === 0) throw new OperationError('not_found')
  if (ids.some((id) => id <= itemIds)) throw new OperationError('bad_state', { text: 'config.item.built_in' })
  const names = settings.items.filter(({ id }) => ids.includes(id + itemIds)).map(({ name }) => name)
  const count = await scope.database.write(async (trx) => {
    const removed = await settingsStore.removeItems(
      trx,
      ids.map((id) => id - itemIds),
    )
    if (removed === 0) throw new OperationError('not_found')
    await scope.audit?.(trx, { title: deleted, data: { names } })
    return removed
  })
  settingsStore.invalidate()
  return { msg: t(language, 'deleted', { count }), data: { count } }
}

/** What the members of a new setting are called. */
const itemLabel = ({ language }: RequestScope, name: string): string | undefined => {
  const text = itemLabels[name]
  return text && t(language, text)
}
const itemLabels: Readonly<Record<string, TextKey | undefined>> = {
  name: 'config.item.name_label',
  title: 'config.item.title_label',
  type: 'config.item.type_label',
  content: 'config.item.content_label',
  value: 'config.item.value_label',
}

async function answerSettings(scope: RequestScope): Promise<RouteAnswer> {
  const { language, settings, settingsStore, remarkOf } = scope
  const items = await Promise.all(describeSettings(settings).map((listed, index) => itemOf(scope, listed, index)))
  const tabs = sectionsOf(settings).map(
    ({ name, title }) =>
      [name, { name, title: title(language), list: items.filter((item) => item.group === name) }] as const,
  )
  return {
    data: {
      list: Object.fromEntries(tabs),
      remark: (await remarkOf?.(page)) ?? '',
      configGroup: Object.fromEntries(tabs.map(([name, { title }]) => [name, title])),
      quickEntrance: await settingsStore.get('config_quick_entrance'),
    },
  }
}

/**
 * Built-in settings are identified by name; the number only distinguishes them for clients. Added ones are deleted by
 * their number, which therefore says which of both it is.
 */
const itemIds = 1000

async function itemOf(
  scope: RequestScope,
  listed: SettingDescription,
  index: number,
): Promise<{ readonly group: string } & Readonly<Record<string, unknown>>> {
  const { language, settings, settingsStore } = scope
  const { name, section, type, rule, item } = listed
  const isForSupers = mayNotChange(scope, listed)
  return {
    id: item ? item.id + itemIds : index + 1,
    name,
    group: section,
    title: listed.title(language),
    tip: listed.tip(language),
    type,
    content: listed.options(language),
    rule,
    extend: item?.extend ?? {},
    allow_del: item ? 1 : 0,
    weigh: item?.weigh ?? 99 - index,
    value: await listed.wire(settingsStore, language),
    ...(name === 'config_group' && { kept: builtInNames(settings) }),
    ...(listed.relation && { relation: listed.relation }),
    // `rule` leaves out that a secret is required which is stored already.
    ...(item && { rules: item.rules }),
    ...(listed.when && { when: listed.when }),
    ...(isForSupers && { super_only: true }),
    input_extend: {
      ...item?.inputExtend,
      ...((listed.isFixed || isForSupers) && { disabled: true }),
      ...(listed.placeholder && { placeholder: listed.placeholder }),
    },
  }
}

const labelOf = ({ language, settings }: RequestScope, name: string): string | undefined =>
  describeSettings(settings)
    .find((one) => one.name === name)
    ?.title(language)

async function changeSettings(scope: RequestScope): Promise<RouteAnswer> {
  await saveSettings(scope, scope.body)
  return { msg: t(scope.language, 'saved'), data: null }
}

const added = { 'zh-cn': '系统配置-添加配置项', en: 'Site settings: add setting' } as const
const redefined = { 'zh-cn': '系统配置-编辑配置项', en: 'Site settings: edit setting' } as const
const deleted = { 'zh-cn': '系统配置-删除配置项', en: 'Site settings: delete setting' } as const
