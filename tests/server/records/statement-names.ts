/** Every name that our statements give to a table, a column or a common table, as names of fields. */
import { join } from 'node:path'
import { isName } from '../../../generator/check/names/name-pattern.ts'
import { sqlReservedWords } from '../../../generator/check/names/reserved-words.ts'
import { readSources } from '../../support/source-tree.ts'
import { aliasesOf } from '../../support/sql-aliases.ts'

const root = join(import.meta.dirname, '../../..')
/** Names that mean something to the databases or to JavaScript, but are no reserved words. */
const words =
  'key value name type date time year text first last row rows range excluded new old count sum min max rank number ' +
  'length valueof tostring hasownproperty json data page order_by label disabled undo parent item'
const aliases = readSources(root, ['runtime/server', 'runtime/modules'])
  .flatMap(aliasesOf)
  .flatMap(({ name }) => [name, name.replace(/^_+/, '')])

/** Names of columns that the server adds to a table. */
export const implicit = ['id', 'version', 'place', 'compared', 'walks', 'hits', 'steps']

/** The names that fields can have, without those of `implicit`. */
export const names = [...new Set([...aliases, ...words.split(' '), 't', 'r', 'p'])].filter(
  (name) =>
    isName(name) && !sqlReservedWords.has(name) && !implicit.includes(name) && name !== 'parent' && name !== 'children',
)
