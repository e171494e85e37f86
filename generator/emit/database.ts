/** `database.ts`: the tables of all modules, as one type for Kysely. */
import type { SchemaSet } from '../link/schema-set.ts'
import { generatedFolder } from './folder.ts'
import { typescript, type Output } from './output.ts'
import { tablesType } from './tables.ts'

/** @param shipped modules whose files come with the package */
export function emitDatabase(schemas: SchemaSet, shipped: readonly string[]): Output {
  const fileOf = (name: string): string =>
    shipped.includes(name) ? `tablewright/modules/${name}/tables` : `./${name}/tables.ts`
  const types = schemas.modules.map((module) => ({ module, type: tablesType(module) }))
  const parents = types.map(({ type }) => type).join(', ')
  const body = [
    ...types.map(({ module, type }) => `import type { ${type} } from '${fileOf(module.name)}'`),
    ...(types.length > 0 ? [''] : []),
    '/** Every table of the database. */',
    `export interface Database ${parents === '' ? '' : `extends ${parents} `}{}`,
  ]
  return typescript(`${generatedFolder}/database.ts`, 'schemas', body.join('\n'))
}
