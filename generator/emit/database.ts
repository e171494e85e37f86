/** `database.ts`: the tables of all modules, as one type for Kysely. */
import type { SchemaSet } from '../link/schema-set.ts'
import { generatedFolder } from './folder.ts'
import { typescript, type Output } from './output.ts'
import { tablesType } from './tables.ts'

export function emitDatabase(schemas: SchemaSet): Output {
  const types = schemas.modules.map((module) => ({ module, type: tablesType(module) }))
  const parents = types.map(({ type }) => type).join(', ')
  const body = [
    ...types.map(({ module, type }) => `import type { ${type} } from './${module.name}/tables.ts'`),
    ...(types.length > 0 ? [''] : []),
    '/** Every table of the database. */',
    `export interface Database ${parents === '' ? '' : `extends ${parents} `}{}`,
  ]
  return typescript(`${generatedFolder}/database.ts`, 'schemas', body.join('\n'))
}
