/** `api.ts`: what requests for each entity take and answer, for the typed client of pages and tests. */
import type { SchemaSet } from '../link/schema-set.ts'
import { entitiesType } from './entities.ts'
import { generatedFolder } from './folder.ts'
import { keyOf, quoted } from './literal.ts'
import { typescript, type Output } from './output.ts'

/** @param shipped modules whose files come with the package */
export function emitApi(schemas: SchemaSet, shipped: readonly string[]): Output {
  const fileOf = (name: string): string =>
    shipped.includes(name) ? `tablewright/modules/${name}/entities` : `./${name}/entities.ts`
  const types = schemas.modules.map((module) => ({ module, type: entitiesType(module) }))
  const parents = types.map(({ type }) => type).join(', ')
  const tables = schemas.modules
    .flatMap(({ entities }) => entities.map(({ model }) => model))
    .filter(({ storage, actions, machine }) => storage === 'table' && (actions.length > 0 || machine !== undefined))
  const body = [
    ...types.map(({ module, type }) => `import type { ${type} } from '${fileOf(module.name)}'`),
    ...(types.length > 0 ? [''] : []),
    '/** By entity: its rows, what it takes and its actions, as requests of pages and tests name them. */',
    `export interface Entities ${parents === '' ? '' : `extends ${parents} `}{}`,
    '',
    '/** Where requests for an entity go. */',
    'export const controllers = {',
    ...tables.map(({ id, controller }) => `  ${keyOf(id)}: ${quoted(controller)},`),
    '} as const',
  ]
  return typescript(`${generatedFolder}/api.ts`, 'schemas', body.join('\n'))
}
