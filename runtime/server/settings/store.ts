/**
 * Settings that an admin can change while the server runs. They are stored in the table `config`; each process caches
 * them and reads their version at most once a second to learn whether another process changed them.
 */
import { randomUUID } from 'node:crypto'
import { isSafeKey } from '../../protocol/index.ts'
import type { Database } from '../db/database.ts'
import { metaTable } from '../db/ownership.ts'
import type { Row, Transaction } from '../db/tables.ts'
import { OperationError } from '../core/errors/operation-error.ts'
import { itemOfRow, type SettingItem } from './added/item.ts'
import { million, type Settings } from './settings.ts'
import type { SettingName, SiteSettings } from './definition.ts'
import { definitions, settingNames } from './definitions.ts'
import type { CloudSettings } from './cloud-settings.ts'
import { largestFile, parseSize } from './upload-settings.ts'
import { describeSettings, readModuleValue, type CurrentSettings } from './setting-descriptions.ts'

const versionKey = 'config'
/** Key of the names of modules that are off. They are no setting, which lists and imports of settings could change. */
const modulesOffKey = 'modules_off'
/** Milliseconds for which the cache is used without reading the version. */
const maxAgeMs = 1000

export interface SettingsStore extends CurrentSettings {
  /**
   * Stores texts that their definitions have validated; call `invalidate` after the transaction.
   * Throws an OperationError `conflict` when an added one has been defined anew or deleted since it was validated.
   * @param items the added settings that the texts were validated by; absent = only others are changed
   */
  change(trx: Transaction, values: ReadonlyMap<string, string>, items?: readonly SettingItem[]): Promise<void>
  /** Stores a new setting that `readNewItem` has validated; call `invalidate` after the transaction. */
  addItem(trx: Transaction, row: Row): Promise<void>
  /** An added setting as it is stored, null when there is none with that id. Its row has to be locked. */
  readItem(trx: Transaction, id: number): Promise<SettingItem | null>
  /** Gives an added setting another definition and value; `invalidate` as above. */
  redefineItem(trx: Transaction, item: SettingItem, row: Row): Promise<void>
  /** Switches modules off, and all others on; `invalidate` as above. */
  setModulesOff(trx: Transaction, names: readonly string[]): Promise<void>
  /** Deletes added settings; built-in ones stay. @returns how many there were; `invalidate` as above */
  removeItems(trx: Transaction, ids: readonly number[]): Promise<number>
  /** Drops the cached settings; the next read queries the database. */
  invalidate(): void
}

interface CachedSettings {
  readonly version: string
  readonly site: SiteSettings
  readonly settings: Settings
}

/** @param base the settings of a fresh installation, with what the environment decides */
export function createSettingsStore(database: Database, base: Settings): SettingsStore {
  let copy: CachedSettings | null = null
  let checked = 0
  let invalidations = 0
  const load = async (): Promise<CachedSettings> => {
    if (copy && performance.now() - checked < maxAgeMs) return copy
    const began = invalidations
    const at = performance.now()
    const version = await readVersion(database)
    const fresh = copy?.version === version ? copy : await readSettings(database, base, version)
    if (began !== invalidations) return fresh
    checked = at
    return (copy = fresh)
  }
  return {
    get: async (name) => (await load()).site[name],
    current: async () => (await load()).settings,
    change: (trx, values, items = []) => change(trx, base, values, items),
    async addItem(trx, row) {
      await trx.insertInto('config').values(row).execute()
      await nextVersion(trx)
    },
    async readItem(trx, id) {
      const row = await trx
        .selectFrom('config')
        .selectAll()
        .where('id', '=', id)
        .where('allow_del', '=', 1)
        .executeTakeFirst()
      return row ? itemOfRow(row) : null
    },
    async redefineItem(trx, { id, version }, row) {
      await trx
        .updateTable('config')
        .set({ ...row, version: version + 1 })
        .where('id', '=', id)
        .execute()
      await nextVersion(trx)
    },
    async setModulesOff(trx, names) {
      await storeMeta(trx, modulesOffKey, JSON.stringify([...names].sort()))
      await nextVersion(trx)
    },
    async removeItems(trx, ids) {
      const { numDeletedRows } = await trx
        .deleteFrom('config')
        .where('id', 'in', [...ids])
        .where('allow_del', '=', 1)
        .executeTakeFirstOrThrow()
      await nextVersion(trx)
      return Number(numDeletedRows)
    },
    invalidate: () => {
      invalidations += 1
      copy = null
    },
  }
}

async function readVersion(database: Database): Promise<string> {
  return readMeta(database, versionKey)
}

async function readMeta(database: Database, key: string): Promise<string> {
  const row = await database.query.selectFrom(metaTable).select('value').where('key', '=', key).executeTakeFirst()
  return String(row?.['value'] ?? '')
}

async function readModulesOff(database: Database): Promise<readonly string[]> {
  const text = await readMeta(database, modulesOffKey)
  return text === '' ? [] : (JSON.parse(text) as string[])
}

async function readSettings(database: Database, base: Settings, version: string): Promise<CachedSettings> {
  const ownSettings = base.modules.flatMap(({ settings }) => Object.entries(settings))
  const rows = await database.query
    .selectFrom('config')
    .select(['name', 'value'])
    .where('name', 'in', [...settingNames, ...ownSettings.map(([name]) => name)])
    .execute()
  const stored = new Map(rows.map((row) => [row['name'], row['value']]))
  const valueOf = <Name extends SettingName>(name: Name): SiteSettings[Name] => {
    const text = stored.get(name)
    // No text and an empty one are the same in the database.
    return stored.has(name)
      ? definitions[name].value(typeof text === 'string' ? text : '')
      : definitions[name].initial(base)
  }
  const site: SiteSettings = {
    config_group: valueOf('config_group'),
    site_name: valueOf('site_name'),
    record_number: valueOf('record_number'),
    site_url: valueOf('site_url'),
    version: valueOf('version'),
    time_zone: valueOf('time_zone'),
    languages: valueOf('languages'),
    first_language: valueOf('first_language'),
    head_nav: valueOf('head_nav'),
    config_quick_entrance: valueOf('config_quick_entrance'),
    iframe_origins: valueOf('iframe_origins'),
    filtered_words: valueOf('filtered_words'),
    log_days: valueOf('log_days'),
    recovery_days: valueOf('recovery_days'),
    idle_minutes: valueOf('idle_minutes'),
    session_days: valueOf('session_days'),
    second_factor: valueOf('second_factor'),
    admin_login_captcha: base.fixed.captcha ?? valueOf('admin_login_captcha'),
    cors_origins: base.fixed.origins ?? valueOf('cors_origins'),
    query_deadline: valueOf('query_deadline'),
    query_budget: valueOf('query_budget'),
    upload_quota: valueOf('upload_quota'),
    upload_count: valueOf('upload_count'),
    upload_size: valueOf('upload_size'),
    upload_types: valueOf('upload_types'),
    upload_members: valueOf('upload_members'),
    upload_save_name: valueOf('upload_save_name'),
    upload_mode: valueOf('upload_mode'),
    upload_bucket: valueOf('upload_bucket'),
    upload_region: valueOf('upload_region'),
    upload_endpoint: valueOf('upload_endpoint'),
    upload_key_id: valueOf('upload_key_id'),
    upload_key_secret: valueOf('upload_key_secret'),
    upload_prefix: valueOf('upload_prefix'),
    upload_domain: valueOf('upload_domain'),
    compat_query_token: valueOf('compat_query_token'),
    designer: valueOf('designer'),
    terminal_package_manager: valueOf('terminal_package_manager'),
    terminal_port: valueOf('terminal_port'),
  }
  const own = Object.fromEntries(
    ownSettings.map(([name, setting]) => [
      name,
      stored.has(name) ? readModuleValue(setting, String(stored.get(name) ?? '')) : setting.initial,
    ]),
  )
  const items = await readItems(database, new Set([...settingNames, ...ownSettings.map(([name]) => name)]))
  const added = Object.fromEntries(
    items.map((item) => [item.name, item.type === 'switch' ? item.value === '1' : item.value]),
  )
  const modulesOff = await readModulesOff(database)
  return { version, site, settings: { ...apply(base, site), own: { ...added, ...own }, items, modulesOff } }
}

/** Added settings in their order. One whose name a newer version uses itself gives way. */
async function readItems(database: Database, taken: ReadonlySet<string>): Promise<readonly SettingItem[]> {
  const rows: readonly Row[] = await database.query
    .selectFrom('config')
    .selectAll()
    .where('allow_del', '=', 1)
    .orderBy('weigh', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(itemOfRow).filter(({ name }) => !taken.has(name) && isSafeKey(name))
}

/** The settings of the cloud store among those of the site. */
function cloudOf(base: CloudSettings, site: SiteSettings): CloudSettings {
  return {
    ...base,
    mode: site.upload_mode,
    bucket: site.upload_bucket,
    region: site.upload_region,
    endpoint: site.upload_endpoint,
    keyId: site.upload_key_id,
    keySecret: site.upload_key_secret,
    prefix: site.upload_prefix,
    domain: site.upload_domain,
  }
}

function apply(base: Settings, site: SiteSettings): Settings {
  return {
    ...base,
    siteName: site.site_name,
    recordNumber: site.record_number,
    siteUrl: site.site_url,
    version: site.version,
    timeZone: site.time_zone,
    languages: site.languages,
    firstLanguage: site.first_language,
    captcha: { adminSignIn: site.admin_login_captcha },
    origins: site.cors_origins,
    headNav: site.head_nav,
    groups: site.config_group,
    iframeOrigins: site.iframe_origins,
    filteredWords: site.filtered_words,
    logDays: site.log_days,
    recoveryDays: site.recovery_days,
    session: {
      ...base.session,
      idleMinutes: site.idle_minutes,
      maxDays: site.session_days,
      requiresFactor: site.second_factor,
    },
    query: { deadlineMs: site.query_deadline * 1000, maxComparisons: site.query_budget * million },
    upload: {
      ...base.upload,
      dailyQuota: site.upload_quota,
      dailyFiles: site.upload_count,
      maxSize: Math.min(parseSize(site.upload_size) ?? base.upload.maxSize, largestFile),
      types: site.upload_types,
      members: site.upload_members,
      saveName: site.upload_save_name,
      cloud: cloudOf(base.upload.cloud, site),
    },
    compat: { queryToken: site.compat_query_token },
    designer: site.designer,
    terminal: { packageManager: site.terminal_package_manager, port: site.terminal_port },
  }
}

async function change(
  trx: Transaction,
  base: Settings,
  values: ReadonlyMap<string, string>,
  items: readonly SettingItem[],
): Promise<void> {
  for (const { name, section, type } of describeSettings(base)) {
    const value = values.get(name)
    if (value === undefined) continue
    await trx
      .insertInto('config')
      .values({ name, section, type, value, allow_del: 0, version: 1 })
      .onConflict((on) => on.column('name').doUpdateSet({ value }))
      .execute()
  }
  for (const { id, name, version } of items) {
    const value = values.get(name)
    if (value === undefined) continue
    const { numUpdatedRows } = await trx
      .updateTable('config')
      .set({ value })
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirstOrThrow()
    if (Number(numUpdatedRows) === 0) throw new OperationError('conflict', { text: 'config.stale' })
  }
  await nextVersion(trx)
}

/** Tells the other processes that something has changed. */
async function nextVersion(trx: Transaction): Promise<void> {
  await storeMeta(trx, versionKey, randomUUID())
}

async function storeMeta(trx: Transaction, key: string, value: string): Promise<void> {
  await trx
    .insertInto(metaTable)
    .values({ key, value })
    .onConflict((on) => on.column('key').doUpdateSet({ value }))
    .execute()
}
