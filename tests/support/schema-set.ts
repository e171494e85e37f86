/** The modules of `tests/support/schemas`, derived from their schemas as the generator derives an application's. */
import { join } from 'node:path'
import type { FormModel, ModuleManifest, TableModel } from 'tablewright/protocol'
import { checkSources } from '../../generator/check/index.ts'
import { buildSchemaSet } from '../../generator/pipeline.ts'
import type { Module } from '../../generator/link/schema-set.ts'
import { read, type Sources } from '../../generator/read.ts'
import type { SourceFile } from '../../generator/source/source-file.ts'

export interface TestModule {
  readonly manifest: ModuleManifest
  readonly models: readonly TableModel[]
  /** Forms of the entities and of the actions that ask for input. */
  readonly forms: readonly FormModel[]
  /** The model of `<module>/<name>`. */
  model(name: string): TableModel
}

/** Loads one module of the test schemas. Throws when its schemas have problems. */
export async function loadTestModule(name: string): Promise<TestModule> {
  const [module] = await loadTestModules([name])
  // One module for each name.
  return module!
}

/**
 * Loads modules of the test schemas together, with what one adds to entities of another. Throws when their schemas have
 * problems.
 */
export async function loadTestModules(names: readonly string[]): Promise<readonly TestModule[]> {
  const sources = only(names, await read(import.meta.dirname))
  const problems = await checkSources(sources)
  if (problems.length > 0)
    throw new Error(
      problems.map(({ code, file, pointer, message }) => `${code} ${file}${pointer} ${message.en}`).join('\n'),
    )
  const { modules } = buildSchemaSet(sources)
  return names.map((name) => {
    const module = modules.find((one) => one.name === name)
    if (!module) throw new Error(`${join(import.meta.dirname, 'schemas', name)} declares no module`)
    return testModule(module)
  })
}

function testModule({ name, entities, label, icon, order, menu }: Module): TestModule {
  const tables = entities.map(({ model, form, actionForms }) => [
    model.page,
    {
      model: async () => model,
      form: async () => form,
      actions: Object.fromEntries([...actionForms].map(([action, one]) => [action, async () => one])),
    },
  ])
  const models = entities.map(({ model }) => model)
  return {
    manifest: { name, label, icon, order, menu, tables: Object.fromEntries(tables) },
    models,
    forms: entities.flatMap(({ form, actionForms }) => [form, ...actionForms.values()]),
    model(entity) {
      const found = models.find((model) => model.id === `${name}/${entity}`)
      if (!found) throw new Error(`the test schemas have no ${name}/${entity}`)
      return found
    },
  }
}

/** Only overlays refer to other modules, so each can be checked and linked without the rest and without them. */
function only(modules: readonly string[], { files, strayFiles, syntax }: Sources): Sources {
  const extended = ({ value }: SourceFile): string => String(value['x-extends']).split('/')[0] ?? ''
  return {
    files: files.filter(
      (file) => modules.includes(file.module) && (file.type !== 'overlay' || modules.includes(extended(file))),
    ),
    modules,
    strayFiles: strayFiles.filter(({ path }) => modules.some((module) => path.startsWith(`${module}/`))),
    syntax,
  }
}
