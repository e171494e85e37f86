/** Reads what somebody changes of the settings. */
import { t } from '../../../i18n/i18n.ts'
import type { Language } from '../../../protocol/index.ts'
import { requireActor } from '../../operation/access/actor.ts'
import type { Transaction } from '../../db/index.ts'
import { OperationError } from '../../core/errors/operation-error.ts'
import { nearestName } from '../../core/nearest-name.ts'
import type { Body, RequestScope } from '../../http/route.ts'
import { countRecords } from '../../records/count.ts'
import type { ItemRelation } from '../../settings/added/relation.ts'
import { parseList } from '../../settings/added/values.ts'
import { cloudProblems, cloudSecret, uploadModes } from '../../settings/cloud-settings.ts'
import { changedDestination, destinationOf, sealName } from '../../settings/secret-destination.ts'
import { describeSettings, type SettingDescription } from '../../settings/setting-descriptions.ts'
import { retentionProblems, shortenedRetention } from './retention-settings.ts'

interface Changes {
  /** As they are stored, by name. */
  readonly values: ReadonlyMap<string, string>
  readonly secretNames: readonly string[]
  /** Retention that becomes shorter, in days. */
  readonly shortened: Awaited<ReturnType<typeof shortenedRetention>>
}

/**
 * Clients post all inputs of a tab, disabled ones included: a fixed setting may be sent with the value it has. Throws
 * an OperationError `invalid` with the errors by setting, unknown names included. A secret is
 * encrypted under the destination that it is entered for.
 */
export async function readChanges(scope: RequestScope, posted: Body): Promise<Changes> {
  const { language } = scope
  const values = new Map<string, string>()
  const errors: Record<string, string> = {}
  const known = new Map(describeSettings(scope.settings).map((setting) => [setting.name, setting]))
  for (const [name, value] of Object.entries(posted)) {
    const setting = known.get(name)
    if (setting && (setting.isFixed || mayNotChange(scope, setting))) {
      const isRefused = !(await isCurrent(scope, setting, value))
      if (isRefused) errors[name] = t(language, setting.isFixed ? 'config.fixed' : 'config.super_only')
      continue
    }
    const nearest = setting ? null : nearestName(name, [...known.keys()])
    if (nearest !== null) {
      errors[name] = t(language, 'problem.unknown_body_near', { name, nearest })
      continue
    }
    const read = setting?.read(value) ?? ({ problem: 'config.unknown' } as const)
    if ('stored' in read) {
      // Clients send all of a tab: what is stored already may name records that this caller does not see.
      const isNew = setting?.relation !== undefined && read.stored !== setting.item?.value
      // Guard T01: a setting names records that the caller sees.
      if (isNew && setting?.relation && !(await areRecords(scope, setting.relation, read.stored)))
        errors[name] = t(language, 'field.relation')
      else values.set(name, read.stored)
    } else if ('message' in read) errors[name] = read.message[language]
    else if ('problem' in read) errors[name] = t(language, read.problem, read.params)
  }
  const shortened = await shortenedRetention(scope, known.values(), values)
  for (const [name, problem] of Object.entries(retentionProblems(scope, shortened.keys())))
    errors[name] ??= t(language, problem)
  for (const [name, problem] of Object.entries(findCloudProblems(scope, values))) errors[name] ??= t(language, problem)
  const secretNames = [...known.values()].filter(({ type }) => type === 'password').map(({ name }) => name)
  for (const name of secretNames) {
    const changed = changedDestination(scope.settings, name, values)
    const titles = changed.map((one) => known.get(one)?.title(language) ?? one).join(', ')
    // Guard T10: a secret is asked for anew when its destination changes.
    if (changed.length > 0) errors[name] ??= t(language, 'config.secret_anew', { names: titles })
  }
  if (Object.keys(errors).length > 0) throw new OperationError('invalid', { errors })
  for (const name of secretNames) {
    const secret = values.get(name)
    const place = sealName(name, destinationOf(scope.settings, name, values))
    // Guard T10: a secret setting is stored encrypted.
    // Without: if (secret !== undefined) values.set(name, secret)
    if (secret !== undefined) values.set(name, scope.settings.secrets.seal(place, secret))
  }
  return { values, secretNames, shortened }
}

/** The settings of a cloud store make sense only together: those that are sent with those that are stored. */
function findCloudProblems(
  { settings }: RequestScope,
  values: ReadonlyMap<string, string>,
): ReturnType<typeof cloudProblems> {
  const { cloud } = settings.upload
  const names = ['upload_mode', 'upload_bucket', 'upload_region', 'upload_key_id', cloudSecret] as const
  if (!names.some((name) => values.has(name))) return {}
  return cloudProblems({
    ...cloud,
    mode: uploadModes.find((mode) => mode === values.get('upload_mode')) ?? cloud.mode,
    bucket: values.get('upload_bucket') ?? cloud.bucket,
    region: values.get('upload_region') ?? cloud.region,
    keyId: values.get('upload_key_id') ?? cloud.keyId,
    keySecret: values.get(cloudSecret) ?? cloud.keySecret,
  })
}

/** Member of the body with the values, by name, that the caller saw when it changed them. No setting is called so. */
export const seenKey = '_seen'

/**
 * Throws an OperationError `conflict`, with the errors by setting, when one that is about to be changed has got another
 * value than the caller saw. Changes of settings wait for each other until the transaction ends.
 */
export async function refuseStale(
  scope: RequestScope,
  trx: Transaction,
  seen: unknown,
  values: ReadonlyMap<string, string>,
): Promise<void> {
  await scope.database.adapter.lockName(trx, 'settings')
  if (typeof seen !== 'object' || seen === null) return
  const { settingsStore, language } = scope
  settingsStore.invalidate()
  const errors: Record<string, string> = {}
  for (const setting of describeSettings(await settingsStore.current())) {
    const { name } = setting
    if (!values.has(name) || !Object.hasOwn(seen, name)) continue
    const wire = await setting.wire(settingsStore, language)
    const current = setting.read(wire)
    const before = setting.read((seen as Readonly<Record<string, unknown>>)[name])
    if (!('stored' in current) || !('stored' in before)) continue
    if (current.stored === before.stored || current.stored === values.get(name)) continue
    errors[name] = t(language, 'config.changed_meanwhile', { value: describeValue(setting, wire, language) })
  }
  if (Object.keys(errors).length > 0) throw new OperationError('conflict', { text: 'config.changed', errors })
}

/** Characters that are shown of a value. */
const maxShown = 100

/** The value of a setting for people. */
function describeValue({ options }: SettingDescription, wire: unknown, language: Language): string {
  const labels = options(language) || {}
  const items = (Array.isArray(wire) ? wire : [wire]).map((item: unknown) =>
    typeof item === 'object' && item !== null ? Object.values(item).join(' = ') : String(item ?? ''),
  )
  const text = items.map((item) => labels[item] ?? item).join(', ')
  return text.length > maxShown ? `${text.slice(0, maxShown).toWellFormed()}…` : text || '""'
}

async function isCurrent(scope: RequestScope, setting: SettingDescription, value: unknown): Promise<boolean> {
  const current = setting.read(await setting.wire(scope.settingsStore, scope.language))
  const sent = setting.read(value)
  if ('unchanged' in sent) return true
  return 'stored' in sent && 'stored' in current && sent.stored === current.stored
}

/** A super administrator changes it, the caller does not. */
// Guard T23: settings that route codes are for super administrators.
// Without: export const mayNotChange = (scope: RequestScope, { isSuperOnly }: SettingDescription): boolean =>
// isSuperOnly && false
export const mayNotChange = (scope: RequestScope, { isSuperOnly }: SettingDescription): boolean =>
  isSuperOnly && !requireActor(scope).super

/** True when the caller sees all records that the stored text names. */
async function areRecords(scope: RequestScope, { controller }: ItemRelation, stored: string): Promise<boolean> {
  const ids = stored.startsWith('[') ? parseList(stored) : stored === '' ? [] : [stored]
  if (ids.length === 0) return true
  const model = scope.registry.byController(controller)
  return (
    model !== undefined &&
    (await countRecords(scope, model.id, [{ field: 'id', operator: 'IN', val: ids }])) === ids.length
  )
}
