/** Work on records without a listening server: what imports and seeding from the command line run in. */
import type { Language } from '../protocol/index.ts'
import { applyDataSteps, dataStepsOf, requireDataSteps } from './data-steps.ts'
import { openDatabase, prepareDatabase, requireTables } from './db/index.ts'
import { openModuleScope } from './module-scope.ts'
import { allModels, loadModules, prepareModules, type ModuleEntry } from './modules.ts'
import type { Scope } from './operation/scope.ts'
import { prepareAccess } from './identity/permissions/prepare-rules.ts'
import { loadValidators } from './records/validators.ts'
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
    const openScope = () =>
      openModuleScope(database, entries, {
        language: options.language,
        version: options.version,
        uploadFolder: uploadFolder(options.dataFolder),
        validators: loadValidators(options.validatorsRoot),
      })
    const steps = dataStepsOf(entries, models, database.adapter, openScope)
    if (existing !== undefined) {
      await requireTables(database, models)
      await requireDataSteps(database, steps)
    }
    if (existing !== 'read') {
      const mayApply = existing === undefined && (options.autoApply ?? database.adapter.embedded)
      const applied = await prepareDatabase(database, models, mayApply, undefined, steps)
      await applyDataSteps(database, steps, { waiting: applied.left, mayApply, backup: applied.backup === null })
      if (applied.initialised || mayApply) {
        await prepareAccess(database, modules)
        await prepareModules(database, entries, openScope)
      }
    }
    return { scope: await openScope(), close: () => database.close() }
  } catch (error) {
    await database.close()
    throw error
  }
}
