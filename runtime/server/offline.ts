/** Work on records without a listening server: what imports and seeding from the command line run in. */
import type { Language } from '../protocol/index.ts'
import { createAudit } from './audit/audit.ts'
import { openDatabase, prepareDatabase } from './db/index.ts'
import { allModels, loadModules, type ModuleEntry } from './modules.ts'
import type { Scope } from './records/scope.ts'
import { loadValidators } from './records/validators.ts'
import { createRegistry } from './registry.ts'
import { defaultSettings } from './settings.ts'
import { uploadFolder, type StartOptions } from './start.ts'

export interface OfflineOptions extends Pick<StartOptions, 'dataFolder' | 'databaseUrl' | 'autoApply' | 'readerScript' | 'validatorsRoot' | 'version'> {
  /** Of the refusals. */
  readonly language: Language
}

/** Nobody signed in, but what was done is kept like everything else. */
const commandLine = createAudit({ actor: null, url: 'tablewright', ip: '', agent: '', params: () => ({}) })

export interface Offline {
  /** Nobody is signed in: the command line is trusted like the files it lies beside. */
  readonly scope: Scope
  close(): Promise<void>
}

/** Opens and prepares the database as `start` does. Throws a DatabaseProblem or a StartProblem; nothing was changed then. */
export async function openOffline(entries: readonly ModuleEntry[], options: OfflineOptions): Promise<Offline> {
  const models = allModels(await loadModules(entries))
  const database = await openDatabase(options.databaseUrl, { readerScript: options.readerScript })
  try {
    await prepareDatabase(database, models, options.autoApply ?? database.adapter.embedded)
    const settings = defaultSettings({ version: options.version, uploadFolder: uploadFolder(options.dataFolder) })
    const scope = { database, registry: createRegistry(models), settings, language: options.language, actor: null, audit: commandLine, validators: loadValidators(options.validatorsRoot) }
    return { scope, close: () => database.close() }
  } catch (error) {
    await database.close()
    throw error
  }
}
