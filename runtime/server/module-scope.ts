/** The scope that code of modules works in while nobody is signed in: the command line, and data steps. */
import type { Language } from '../protocol/index.ts'
import { accessHooks } from './identity/administration/access-hooks.ts'
import { createAudit } from './operation/audit/audit.ts'
import type { Database } from './db/index.ts'
import { createRegistry } from './core/models/registry.ts'
import { allModels, contractsOf, effectsOf, loadModules, moduleHooks, settingsOf, type ModuleEntry } from './modules.ts'
import { joinHooks, type Scope, type Validators } from './operation/scope.ts'
import { deriveRules } from './identity/permissions/derived-rules.ts'
import { frameworkPages } from './identity/permissions/pages.ts'
import { defaultSettings } from './settings/settings.ts'
import { createSettingsStore } from './settings/store.ts'

/** Nobody is signed in, but the work is logged like any other. */
const commandLine = createAudit({ actor: null, url: 'tablewright', ip: '', agent: '', params: () => ({}) })

export interface ModuleScopeOptions {
  readonly language: Language
  readonly version: string
  /** Folder of the uploaded files. */
  readonly uploadFolder: string
  readonly validators: Validators
}

/** Reads the settings of the site, so the tables have to be there. */
export async function openModuleScope(
  database: Database,
  entries: readonly ModuleEntry[],
  { language, version, uploadFolder, validators }: ModuleScopeOptions,
): Promise<Scope> {
  const modules = await loadModules(entries)
  const models = allModels(modules)
  const settings = defaultSettings({ modules: settingsOf(entries), version, uploadFolder })
  return {
    database,
    registry: createRegistry(models),
    settings: await createSettingsStore(database, settings).current(),
    language,
    actor: null,
    audit: commandLine,
    hooks: joinHooks([accessHooks(deriveRules(modules, frameworkPages)), ...moduleHooks(entries)]),
    effects: effectsOf(entries, models),
    ...contractsOf(entries, models),
    validators,
  }
}
