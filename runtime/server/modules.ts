/** Modules as the server runs them: what was generated, joined with what was written by hand. */
import type { ModuleManifest, TableModel } from '../protocol/index.ts'
import type { MenuSource } from './access/wanted-rules.ts'
import type { Behavior } from './records/scope.ts'
import type { ModuleSettings } from './module-settings.ts'
import type { ServerModule } from './server-module.ts'

/** One line of `main.server.ts`. */
export interface ModuleEntry {
  readonly manifest: ModuleManifest
  /** Null when nothing was written by hand. */
  readonly server: ServerModule | null
}

/** The tables of every module, modules in the order given. */
export async function loadModules(entries: readonly ModuleEntry[]): Promise<readonly MenuSource[]> {
  return Promise.all(entries.map(async ({ manifest }) => ({ manifest, models: await loadModels(manifest) })))
}

export function allModels(modules: readonly MenuSource[]): readonly TableModel[] {
  return modules.flatMap(({ models }) => models)
}

/** What the modules add to the operations on their records. */
export function behaviorsOf(entries: readonly ModuleEntry[]): readonly Readonly<Record<string, Behavior>>[] {
  return entries.map(({ server }) => server?.behaviors).filter((one) => one !== undefined)
}

/** What sites may decide about the modules. */
export function settingsOf(entries: readonly ModuleEntry[]): readonly ModuleSettings[] {
  return entries.flatMap(({ manifest, server }) => (server?.settings ? [{ module: manifest.name, label: manifest.label, settings: server.settings }] : []))
}

function loadModels(manifest: ModuleManifest): Promise<readonly TableModel[]> {
  return Promise.all(Object.values(manifest.tables).map((entry) => entry.model()))
}
