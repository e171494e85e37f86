/** Work on records without a listening server: what imports and seeding from the command line run in. */
import type { Language } from '../protocol/index.ts'
import { createSettingsStore } from './settings/store.ts'
import { createAudit } from './operation/audit/audit.ts'
import { accessHooks } from './identity/administration/access-hooks.ts'
import { frameworkPages } from './identity/permissions/pages.ts'
import { prepareAccess } from './identity/permissions/prepare-rules.ts'
import { deriveRules } from './identity/permissions/derived-rules.ts'
import { openDatabase, prepareDatabase, requireTables } from './db/index.ts'
import {
  allModels,
  moduleHooks,
  effectsOf,
  loadModules,
  messengersOf,
  prepareModules,
  settingsOf,
  type ModuleEntry,
} from './modules.ts'
import { joinHooks } from './operation/scope.ts'
import type { Scope } from './operation/scope.ts'
import { loadValidators } from './records/validators.ts'
import { createRegistry } from './core/models/registry.ts'
import { defaultSettings } from './settings/settings.ts'
import { uploadFolder, type StartOptions } from './start.ts'

export interface OfflineOptions extends Pick<
  StartOptions,
  'dataFolder' | 'databaseUrl' | 'adoptedFile' | 'autoApply' | 'readerScript' | 'validatorsRoot' | 'version'
> {
  /** Of the refusals. */
  readonly language: Language
  /** The database has to be there and fit the models, and is not brought to them; `read`: nothing at all is written. */
  readonly existing?: 'read' | 'write'
}

/** Nobody is signed in, but the work is logged like any other. */
const commandLine = createAudit({ actor: null, url: 'tablewright', ip: '', agent: '', params: () => ({}) })

export interface Offline {
  /** Nobody is signed in: the command line is trusted like the files on its disk. */
  readonly scope: Scope
  close(): Promise<void>
}

/**
 * Opens and prepares the database as `start` does. Throws a DatabaseError or a StartError; nothing was changed then.
 */
export async function openOffline(entries: readonly ModuleEntry[], options: OfflineOptions): Promise<Offline> {
  const modules = await loadModules(entries)
  const models = allModels(modules)
  const { existing } = options
  const database = await openDatabase(options.databaseUrl, {
    readerScript: options.readerScript,
    existing: existing !== undefined,
    models,
    writesAdopted: existing !== 'read',
    ...(options.adoptedFile && { adoptedFile: options.adoptedFile }),
  })
  try {
    if (existing !== undefined) await requireTables(database, models)
    if (existing !== 'read') {
      const mayApply = existing === undefined && (options.autoApply ?? database.adapter.embedded)
      const { initialised } = await prepareDatabase(database, models, mayApply)
      if (initialised || mayApply) {
        await prepareAccess(database, modules)
        await prepareModules(database, entries)
      }
    }
    const hooks = joinHooks([accessHooks(deriveRules(modules, frameworkPages)), ...moduleHooks(entries)])
    const settings = await createSettingsStore(
      database,
      defaultSettings({
        modules: settingsOf(entries),
        version: options.version,
        uploadFolder: uploadFolder(options.dataFolder),
      }),
    ).current()
    const scope = {
      database,
      registry: createRegistry(models),
      settings,
      language: options.language,
      actor: null,
      audit: commandLine,
      hooks,
      effects: effectsOf(entries, models),
      ...messengersOf(entries),
      validators: loadValidators(options.validatorsRoot),
    }
    return { scope, close: () => database.close() }
  } catch (error) {
    await database.close()
    throw error
  }
}
