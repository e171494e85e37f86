/** `<module>/entities.ts`: what hand-written code of a module may know of its entities, for the compiler to check. */
import { holdsLines, type TableModel } from '../../runtime/protocol/index.ts'
import type { Entity, Module, SchemaSet } from '../link/schema-set.ts'
import { pascalCase } from '../source/names.ts'
import { compareTexts } from '../source/problem.ts'
import { generatedFolder } from './folder.ts'
import { keyOf, quoted } from './literal.ts'
import { typescript, type Output } from './output.ts'
import { actionInputType } from './row.ts'
import { storedType, tablesType } from './tables.ts'

/** Interface of the entities, for example `WmsEntities`. */
export const entitiesType = ({ name }: Pick<Module, 'name'>): string => `${pascalCase(name)}Entities`

export function emitEntities(module: Module, schemas: SchemaSet): Output {
  const { entities } = module
  const types = entities.map((entity) => entityType(entity, schemas))
  const extended = schemas.modules
    .map((one) => ({
      one,
      models: one.entities.map(({ model }) => model).filter((model) => extendedBy(model, module)),
    }))
    .filter(({ models }) => models.length > 0)
  types.push(
    ...extended.flatMap(({ one, models }) =>
      models.map(({ id }) => `  ${quoted(id)}: ${entitiesType(one)}[${quoted(id)}]`),
    ),
  )
  const body = [
    ...extended.map(({ one }) => `import type { ${entitiesType(one)} } from '../${one.name}/entities.ts'`),
    ...schemas.modules
      .map((one) => ({ type: tablesType(one), path: one === module ? './tables.ts' : `../${one.name}/tables.ts` }))
      .filter(({ type }) => types.some((text) => text.includes(`${type}[`)))
      .map(({ type, path }) => `import type { ${type} } from '${path}'`),
    ...entities.map(({ model, variable }) => `import type * as ${variable} from './${model.name}/row.ts'`),
    ...(entities.length + extended.length > 0 ? [''] : []),
    '/**',
    ' * By entity: its columns; a row as it is sent; what `add` and `edit` take; the columns of its lines by field; ' +
      'what its',
    ' * actions take, as it is sent and as columns hold it; further rights; the ledgers it posts to; ' +
      'the entities that post to it.',
    ' */',
    `export interface ${entitiesType(module)} {${types.length > 0 ? `\n${types.join('\n')}\n` : ''}}`,
  ]
  return typescript(`${generatedFolder}/${module.name}/entities.ts`, `schemas/${module.name}`, body.join('\n'))
}

/** Whether an overlay of the module adds fields to the entity: its hooks can then read them. */
const extendedBy = ({ fields }: TableModel, { name }: Module): boolean => fields.some(({ module }) => module === name)

function entityType(entity: Entity, schemas: SchemaSet): string {
  const { model, type, variable } = entity
  const actions = (model.machine?.actions ?? []).map((action) => {
    const input = entity.actionForms.has(action.name) ? `${variable}.${actionInputType(entity, action)}` : '{}'
    const stored = action.input.map((field) => `${keyOf(field.name)}: ${storedType(field)}`)
    return `${keyOf(action.name)}: { input: ${input}; stored: ${inline(stored)} }`
  })
  const rights = (model.machine?.actions ?? []).flatMap((action) => action.rights.map(({ name }) => name))
  const lines = model.fields
    .filter(holdsLines)
    .flatMap(({ name, relation }) => (relation ? [`${keyOf(name)}: ${columnsOf(modelOf(schemas, relation.to))}`] : []))
  const postings = Object.entries(model.postings ?? {}).map(
    ([name, { ledger }]) => `${keyOf(name)}: ${columnsOf(modelOf(schemas, ledger))}`,
  )
  return [
    `  ${quoted(model.id)}: {`,
    `    columns: ${model.storage === 'table' ? columnsOf(model) : '{}'}`,
    `    row: ${variable}.${type}`,
    `    input: ${variable}.${type}Input`,
    `    lines: ${inline(lines)}`,
    `    actions: ${actions.length > 0 ? `{\n${actions.map((line) => `      ${line}`).join('\n')}\n    }` : '{}'}`,
    `    rights: ${union(rights)}`,
    `    postings: ${inline(postings)}`,
    `    documents: ${union(documentsOf(schemas, model))}`,
    '  }',
  ].join('\n')
}

const columnsOf = ({ module, table }: TableModel): string => `${tablesType({ name: module })}[${quoted(table)}]`

const inline = (members: readonly string[]): string => (members.length > 0 ? `{ ${members.join('; ')} }` : '{}')

const modelsOf = ({ modules }: SchemaSet): readonly TableModel[] =>
  modules.flatMap(({ entities }) => entities.map(({ model }) => model))

function modelOf(schemas: SchemaSet, id: string): TableModel {
  const model = modelsOf(schemas).find((one) => one.id === id)
  if (!model) throw new TypeError(`no entity ${id}`)
  return model
}

/** Entities whose postings name the ledger. */
const documentsOf = (schemas: SchemaSet, { id }: TableModel): readonly string[] =>
  modelsOf(schemas).flatMap(({ postings = {} }) =>
    Object.values(postings).flatMap(({ ledger, document }) => (ledger === id ? [String(document)] : [])),
  )

/** A union of texts, each once and in a stable order. */
export function union(names: readonly string[]): string {
  const unique = [...new Set(names)].sort(compareTexts)
  return unique.length === 0 ? 'never' : unique.map(quoted).join(' | ')
}
