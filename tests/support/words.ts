/** Reads which names and comments of a source file use words that the project has agreed not to use. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseSync } from 'vite'
import { partOf } from './part-of.ts'

/** Participles say that something happened to a value, not what it is: `product`, never `found`. */
const participles = [
  'found',
  'stored',
  'known',
  'wanted',
  'changed',
  'given',
  'shown',
  'loaded',
  'chosen',
  'kept',
  'seen',
  'named',
  'listed',
  'sent',
  'asked',
  'made',
  'taken',
  'told',
  'meant',
  'held',
  'gone',
]

/** Inventions of this project for which a usual word exists (`reservedSpace`, never `ballast`). */
const inventions = [
  'standing',
  'toldEntry',
  'tellWritten',
  'say',
  'wish',
  'offer',
  'offering',
  'hands',
  'leadOn',
  'forwarding',
  'keeper',
  'ballast',
  'watchPulse',
  'runPrinted',
  'printed',
  'ground',
  'ladder',
  'oddity',
  'portion',
  'patience',
  'looks',
  'look',
  'unfolding',
  'act',
  'taking',
  'take',
  'linesInHand',
  'holds',
]

/** Compared with a whole name, whatever its case: `changed` and `Changed` are refused, `changedFields` is not. */
const refusedNames: ReadonlySet<string> = new Set(
  [...participles, ...inventions, 'one'].map((name) => name.toLowerCase()),
)

/** Sentences that begin so describe a thing by a clause instead of naming it: "The caller …", never "Who asks …". */
const refusedBeginning = /^(?:What|Who|Whoever|Those|Of)\b/

export interface Words {
  /** The number of names that the file declares. */
  readonly names: number
  /** The refused ones, with their lines. */
  readonly refused: readonly { readonly line: number; readonly name: string }[]
  /** The refused comments, with their lines. */
  readonly comments: readonly { readonly line: number; readonly text: string }[]
}

interface Syntax {
  readonly type: string
  readonly start: number
  readonly [member: string]: unknown
}

interface Name {
  readonly name: string
  readonly start: number
  /** The type that is written after it. */
  readonly type?: Syntax
}

const isSyntax = (value: unknown): value is Syntax =>
  typeof value === 'object' && value !== null && typeof (value as Syntax).type === 'string'

/** Names that a pattern binds: `a`, `{ a, b: c = 1 }`, `[a, ...b]`. */
function boundNames(pattern: unknown): readonly Name[] {
  if (!isSyntax(pattern)) return []
  switch (pattern.type) {
    case 'Identifier': {
      const annotation = pattern['typeAnnotation'] as { readonly typeAnnotation: Syntax } | null | undefined
      return [{ name: String(pattern['name']), start: pattern.start, type: annotation?.typeAnnotation }]
    }
    case 'ObjectPattern':
      return (pattern['properties'] as readonly Syntax[]).flatMap((property) =>
        boundNames(property.type === 'Property' ? property['value'] : property),
      )
    case 'ArrayPattern':
      return (pattern['elements'] as readonly unknown[]).flatMap(boundNames)
    case 'AssignmentPattern':
      return boundNames(pattern['left'])
    case 'RestElement':
      return boundNames(pattern['argument'])
    default:
      return []
  }
}

/** Names that a node itself declares: variables, parameters, functions, classes and types. */
function declaredBy(node: Syntax): readonly Name[] {
  switch (node.type) {
    case 'VariableDeclarator':
      return boundNames(node['id'])
    case 'CatchClause':
      return boundNames(node['param'])
    case 'ClassDeclaration':
    case 'ClassExpression':
    case 'TSEnumDeclaration':
    case 'TSInterfaceDeclaration':
    case 'TSTypeAliasDeclaration':
      return boundNames(node['id'])
    case 'TSTypeParameter':
      return boundNames(node['name'])
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'TSDeclareFunction':
      return [...boundNames(node['id']), ...parametersOf(node)]
    case 'ArrowFunctionExpression':
    case 'TSFunctionType':
    case 'TSConstructorType':
    case 'TSMethodSignature':
    case 'TSCallSignatureDeclaration':
    case 'TSConstructSignatureDeclaration':
    case 'TSEmptyBodyFunctionExpression':
      return parametersOf(node)
    default:
      return []
  }
}

const parametersOf = (node: Syntax): readonly Name[] => (node['params'] as readonly unknown[]).flatMap(boundNames)

/** `at` is a time or a place where its type says so; without one, or as a number, it is an index. */
const isIndex = ({ name, type }: Name): boolean => name === 'at' && (!type || type.type === 'TSNumberKeyword')

/** Words of a module's trade: the names of its entities and of their properties. */
export function schemaWords(folder: string): ReadonlySet<string> {
  if (!existsSync(folder)) return new Set()
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.json'))
  return new Set(
    files.flatMap((path) => {
      const schema = JSON.parse(readFileSync(join(folder, path), 'utf8')) as { readonly properties?: object }
      return [basename(path, '.json'), ...Object.keys(schema.properties ?? {})]
    }),
  )
}

/** Reads the list of files that do not pass yet: a path, its refused names and its refused comments on each line. */
export function readWordList(text: string): ReadonlyMap<string, WordCount> {
  return new Map(
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => {
        const [path = '', names, comments] = line.split(' ')
        return [path, { names: Number(names), comments: Number(comments) }]
      }),
  )
}

export interface WordCount {
  readonly names: number
  readonly comments: number
}

/** Writes the list; an entry never grows, and a file that passes has none. */
export function shrinkWordList(
  list: ReadonlyMap<string, WordCount>,
  counts: ReadonlyMap<string, WordCount>,
): ReadonlyMap<string, WordCount> {
  const shrunk = [...list].flatMap(([path, entry]): (readonly [string, WordCount])[] => {
    const count = counts.get(path)
    const names = Math.min(entry.names, count?.names ?? 0)
    const comments = Math.min(entry.comments, count?.comments ?? 0)
    return names + comments > 0 ? [[path, { names, comments }]] : []
  })
  return new Map(shrunk)
}

export const formatWordList = (list: ReadonlyMap<string, WordCount>): string =>
  [...list].map(([path, { names, comments }]) => `${path} ${names} ${comments}\n`).join('')

/** Names and comments of a file; `allowed` are words of the trade that the schemas of its module declare. */
export function wordsOf(path: string, text: string, allowed: ReadonlySet<string> = new Set()): Words {
  const { program, comments } = parseSync(path, text)
  const names: Name[] = []
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit)
    if (!isSyntax(value)) return
    names.push(...declaredBy(value))
    for (const member in value) if (typeof value[member] === 'object') visit(value[member])
  }
  visit(partOf<Syntax>(program))
  const lineOf = lineFinder(text)
  return {
    names: names.length,
    refused: names
      .filter((name) => isIndex(name) || (refusedNames.has(name.name.toLowerCase()) && !allowed.has(name.name)))
      .map(({ name, start }) => ({ line: lineOf(start), name })),
    comments: comments
      .filter((comment, index) => {
        const previous = comments[index - 1]
        // The lines of one remark are one comment.
        const continues = comment.type === 'Line' && previous?.type === 'Line' && isNextLine(text, previous, comment)
        return !continues && refusedBeginning.test(comment.value.replace(/^[\s*]+/, ''))
      })
      .map((comment) => ({ line: lineOf(comment.start), text: comment.value.trim() })),
  }
}

const isNextLine = (text: string, previous: { readonly end: number }, next: { readonly start: number }): boolean =>
  /^\r?\n[ \t]*$/.test(text.slice(previous.end, next.start))

function lineFinder(text: string): (offset: number) => number {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
  return (offset) => starts.findLastIndex((start) => start <= offset) + 1
}
