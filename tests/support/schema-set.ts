/** The modules of `tests/support/schemas`, derived from their schemas as the generator derives an application's. */
import { join } from 'node:path'
import type { FormModel, ModuleManifest, TableModel } from 'tablewright/protocol'
import { checkSources } from '../../generator/check/index.ts'
import { buildSchemaSet } from '../../generator/pipeline.ts'
import { read, type Sources } from '../../generator/read.ts'

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
  const sources = only(name, await read(import.meta.dirname))
  const problems = await checkSources(sources)
  if (problems.length > 0)
    throw new Error(
      problems.map(({ code, file, pointer, message }) => `${code} ${file}${pointer} ${message.en}`).join('\n'),
    )
  const module = buildSchemaSet(sources).modules.find((one) => one.name === name)
  if (!module) throw new Error(`${join(import.meta.dirname, 'schemas', name)} declares no module`)
  const { entities, label, icon, order, menu } = module
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

/** Modules of the test schemas do not refer to each other, so each can be checked and linked without the rest. */
function only(module: string, { files, strayFiles, syntax }: Sources): Sources {
  return {
    files: files.filter((file) => file.module === module),
    modules: [module],
    strayFiles: strayFiles.filter(({ path }) => path.startsWith(`${module}/`)),
    syntax,
  }
}
