/**
 * Reads the CREATE TABLE statements of a MySQL or MariaDB dump. The parser is large and needed for this alone, so a
 * project installs it when it has such a dump.
 */
import { readFileSync } from 'node:fs'
import type { ForeignColumn, ForeignDatabase, ForeignReference, ForeignTable, Skipped } from './foreign-database.ts'

/** What of the parser's tree is read. */
interface Node {
  readonly resource?: string
  readonly constraint_type?: string
  readonly column?: { readonly column: string }
  readonly definition?: unknown
  readonly nullable?: { readonly type: string }
  readonly auto_increment?: string
  readonly generated?: unknown
  readonly default_val?: { readonly value?: { readonly type?: string; readonly value?: unknown } }
  readonly comment?: { readonly value: { readonly value: string } }
  readonly primary_key?: string
  readonly unique?: string
  readonly reference_definition?: {
    readonly definition?: readonly { readonly column: string }[]
    readonly table?: readonly { readonly table: string }[]
    readonly on_action?: readonly { readonly type: string; readonly value: { readonly value: string } }[]
  }
}

interface Definition {
  readonly dataType: string
  readonly length?: number | null
  readonly scale?: number | null
  readonly expr?: { readonly value: readonly { readonly value: string }[] }
}

interface CreateTable {
  readonly type: string
  readonly keyword: string
  readonly table: readonly { readonly table: string }[]
  readonly create_definitions?: readonly Node[]
  readonly table_options?: readonly { readonly keyword: string; readonly value: unknown }[]
}

export interface SqlParser {
  astify(text: string): unknown
}

/** The package of the parser, in the version that is tested. */
export const parserPackage = 'node-sql-parser@5.4.0'

/** Of MariaDB, whose statements contain those of MySQL. By this name the package is found where it is installed. */
const parserModule = 'node-sql-parser/build/mariadb.js'

/** Throws what `import` throws when the parser is not installed. */
export async function loadParser(): Promise<SqlParser> {
  const { default: module } = (await import(parserModule)) as { default: { Parser: new () => SqlParser } }
  return new module.Parser()
}

/** Throws the file system's error when the file cannot be read. */
export function readMysqlDump(file: string, parser: SqlParser): ForeignDatabase {
  const tables: ForeignTable[] = []
  const skipped: Skipped[] = []
  for (const statement of createTablesIn(readFileSync(file, 'utf8'))) {
    const [, name = ''] = /^create\s+table\s+(?:if\s+not\s+exists\s+)?[`"]?([^`"(\s]+)/i.exec(statement) ?? []
    try {
      const parsed = parser.astify(statement)
      const tree = (Array.isArray(parsed) ? parsed[0] : parsed) as CreateTable
      tables.push(tableOf(tree, statement))
    } catch {
      skipped.push({ table: name, why: 'syntax' })
    }
  }
  const refuse = (): never => {
    throw new TypeError('a dump of tables has no rows')
  }
  return {
    engine: 'mysql',
    isLoose: false,
    tables,
    skipped,
    sample: async () => [],
    range: async () => refuse(),
    most: async () => 0,
    close: async () => {},
  }
}

/** The statements, without comments and without those that other servers skip. */
function createTablesIn(text: string): readonly string[] {
  const statements: string[] = []
  let start = 0
  for (let index = 0; index < text.length; index++) {
    const letter = text[index] ?? ''
    if (letter === "'" || letter === '"' || letter === '`') index = endOfQuote(text, index)
    else if (text.startsWith('-- ', index) || letter === '#') {
      const end = text.indexOf('\n', index)
      if (text.slice(start, index).trim() === '') start = end === -1 ? text.length : end + 1
      index = end === -1 ? text.length : end
    } else if (text.startsWith('/*', index)) {
      const end = text.indexOf('*/', index)
      if (text.slice(start, index).trim() === '') start = end === -1 ? text.length : end + 2
      index = end === -1 ? text.length : end + 1
    } else if (letter === ';') {
      statements.push(text.slice(start, index).trim())
      start = index + 1
    }
  }
  return [...statements, text.slice(start).trim()].filter((statement) => /^create\s+table\b/i.test(statement))
}

/** Where the quote that opens at `start` closes; a quote within is doubled or follows a backslash. */
function endOfQuote(text: string, start: number): number {
  const quote = text[start]
  for (let index = start + 1; index < text.length; index++) {
    if (text[index] === '\\' && quote !== '`') index++
    else if (text[index] === quote) {
      if (text[index + 1] !== quote) return index
      index++
    }
  }
  return text.length
}

function tableOf({ table, create_definitions: parts = [] }: CreateTable, statement: string): ForeignTable {
  const columns = parts.filter(({ resource }) => resource === 'column')
  const constraints = parts.filter(({ resource }) => resource === 'constraint')
  const namesOf = ({ definition }: Node): readonly string[] =>
    (definition as readonly { readonly column: string }[]).map(({ column }) => column)
  const ofType = (type: string): readonly Node[] =>
    constraints.filter((constraint) => constraint.constraint_type?.toLowerCase().startsWith(type))
  const comment = /\)[^)]*\bcomment\s*=?\s*'((?:[^']|'')*)'[^)]*$/i.exec(statement)?.[1]
  const key = ofType('primary')[0]
  const own = columns.filter((column) => column.primary_key !== undefined).map(nameOf)
  return {
    schema: '',
    name: table[0]?.table ?? '',
    isView: false,
    ...(comment !== undefined && { comment: comment.replaceAll("''", "'") }),
    columns: columns.map(columnOf),
    key: key ? namesOf(key) : own,
    uniques: [
      ...columns.filter((column) => column.unique !== undefined).map((column) => [nameOf(column)]),
      ...ofType('unique').map(namesOf),
    ],
    references: ofType('foreign').flatMap((constraint): readonly ForeignReference[] => {
      const { definition = [], table: target = [], on_action: actions = [] } = constraint.reference_definition ?? {}
      const action = actions.find(({ type }) => type.toLowerCase() === 'on delete')?.value.value.toLowerCase()
      return [
        {
          columns: namesOf(constraint),
          schema: '',
          table: target[0]?.table ?? '',
          toColumns: definition.map(({ column }) => column),
          onDelete: action === 'cascade' ? 'cascade' : action === 'set null' ? 'null' : 'restrict',
        },
      ]
    }),
  }
}

const nameOf = ({ column }: Node): string => column?.column ?? ''

function columnOf(node: Node): ForeignColumn {
  const { dataType, length, scale, expr } = node.definition as Definition
  const type = dataType.toLowerCase()
  const value = node.default_val?.value
  const isNumber = /^(decimal|numeric|dec|fixed)$/.test(type)
  const isText = value?.type === 'single_quote_string' || value?.type === 'string'
  return {
    name: nameOf(node),
    type,
    ...(length !== undefined && length !== null && (isNumber ? { precision: length } : { length })),
    ...(isNumber && { scale: scale ?? 0 }),
    isNullable: node.nullable?.type !== 'not null' && node.primary_key === undefined,
    default:
      value === undefined || value.type === 'null'
        ? null
        : isText
          ? `'${String(value.value)}'`
          : value.type === 'number'
            ? String(value.value)
            : 'expression()',
    isComputed: node.generated !== null && node.generated !== undefined,
    isNumbered: node.auto_increment !== undefined,
    ...(expr && /^(enum|set)$/.test(type) && { values: expr.value.map((item) => item.value.replaceAll("''", "'")) }),
    ...(node.comment && { comment: node.comment.value.value }),
  }
}
