/** What the package exports, as declarations: read from the sources, one file at a time, without the compiler. */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isolatedDeclarationSync } from 'rolldown/experimental'
import { parseSync } from 'vite'
import { partOf } from '../support/part-of.ts'

const root = join(import.meta.dirname, '../..')

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [member: string]: unknown
}

/** A file as its declarations: comments are left out. */
interface Declarations {
  readonly text: string
  readonly body: readonly Node[]
}

/** Public entries and their source files, as package.json has them. */
function publicEntries(): readonly (readonly [name: string, file: string])[] {
  const { name, exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly name: string
    readonly exports: Readonly<Record<string, string | { readonly 'tablewright-source'?: string }>>
  }
  return Object.entries(exports).flatMap(([entry, target]) => {
    const source = typeof target === 'string' ? undefined : target['tablewright-source']
    // Those of modules are the contents of a module, not of the framework.
    const isCode = source && !entry.startsWith('./modules/') && !source.endsWith('.d.ts')
    return isCode ? [[`${name}${entry.slice(1)}`, source.slice(2)]] : []
  })
}

interface Place {
  readonly file: string
  /** The name in that file. */
  readonly name: string
}

/**
 * The report: what each entry exports, sorted by name, then the declarations these refer to without exporting them.
 * What an earlier entry has declared is only named.
 */
export function reportApi(): string {
  const places = new Map<string, Place>()
  const entries = publicEntries().map(([entry, file]) => {
    const exported = [...exportsOf(file)].sort(([one], [other]) => (one < other ? -1 : 1))
    const lines = exported.map(([name, place]) => {
      const isKnown = places.has(keyOf(place))
      places.set(keyOf(place), place)
      return isKnown || place.name !== name ? `${name} = ${place.name}` : declarationOf(place)
    })
    return `# ${entry}\n\n${lines.join('\n')}\n`
  })
  const others = new Map<string, Place>()
  for (const place of places.values())
    for (const one of referencesOf(place)) if (!places.has(keyOf(one))) others.set(keyOf(one), one)
  const rest = [...others].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, place]) => declarationOf(place))
  return `${entries.join('\n')}\n# Not exported, but part of what is\n\n${rest.join('\n')}\n`
}

const keyOf = ({ file, name }: Place): string => `${name} ${file}`

const cache = new Map<string, Declarations>()

function declarationsOf(file: string): Declarations {
  const known = cache.get(file)
  if (known) return known
  const { code } = isolatedDeclarationSync(file, readFileSync(join(root, file), 'utf8'))
  const { comments } = parseSync('declarations.d.ts', code)
  const text = comments.reduceRight((now, { start, end }) => now.slice(0, start) + now.slice(end), code)
  const declarations = { text, body: partOf<readonly Node[]>(parseSync('declarations.d.ts', text).program.body) }
  cache.set(file, declarations)
  return declarations
}

const nameOf = (node: unknown): string => String((node as Node)['name'] ?? (node as Node)['value'])
function sourceOf(file: string, node: Node): string {
  const source = nameOf(node['source'])
  return source.startsWith('#') ? source.slice(1) : join(dirname(file), source)
}

function exportsOf(file: string): ReadonlyMap<string, Place> {
  const found = new Map<string, Place>()
  for (const node of declarationsOf(file).body) {
    if (node.type === 'ExportAllDeclaration')
      for (const [name, place] of exportsOf(sourceOf(file, node))) found.set(name, place)
    if (node.type !== 'ExportNamedDeclaration') continue
    for (const one of node['specifiers'] as readonly Node[]) {
      const name = nameOf(one['local'])
      found.set(nameOf(one['exported']), node['source'] ? placeOf(sourceOf(file, node), name) : { file, name })
    }
    for (const name of declaredNames(node['declaration'] as Node | null)) found.set(name, { file, name })
  }
  return found
}

/** Where something is declared that a file may only pass on. */
const placeOf = (file: string, name: string): Place => exportsOf(file).get(name) ?? { file, name }

function declaredNames(declaration: Node | null): readonly string[] {
  const declared = declaration?.type === 'VariableDeclaration' ? declaration['declarations'] : [declaration]
  return (declared as readonly (Node | null)[]).flatMap((one) => (one?.['id'] ? [nameOf(one['id'])] : []))
}

/** The statements that declare something: a function may have several. */
function statementsOf({ file, name }: Place): readonly Node[] {
  return declarationsOf(file).body.filter((node) =>
    declaredNames(node.type === 'ExportNamedDeclaration' ? (node['declaration'] as Node | null) : node).includes(name),
  )
}

/** What a constant without a declared type is set to, without the bodies of functions. */
function initialOf({ file, name }: Place): string {
  const text = readFileSync(join(root, file), 'utf8')
  for (const node of partOf<readonly Node[]>(parseSync(file, text).program.body)) {
    const declared = node.type === 'ExportNamedDeclaration' ? (node['declaration'] as Node | null) : node
    const declarators = (declared?.['declarations'] ?? []) as readonly Node[]
    const init = declarators.find((one) => nameOf(one['id']) === name)?.['init'] as Node | undefined
    if (init) return text.slice(init.start, init.end).replaceAll(/\s+/g, ' ').replace(/=>.*/, '=> …')
  }
  throw new Error(`${file} does not declare ${name}`)
}

/** Declarations of the project that a declaration names. */
function referencesOf(place: Place): readonly Place[] {
  const { text, body } = declarationsOf(place.file)
  const words = new Set(
    statementsOf(place).flatMap(({ start, end }) => text.slice(start, end).match(/\b[A-Za-z_]\w*/g) ?? []),
  )
  const local = body.flatMap((node) =>
    declaredNames(node.type === 'ExportNamedDeclaration' ? (node['declaration'] as Node | null) : node).flatMap(
      (name) => (words.has(name) && name !== place.name ? [{ file: place.file, name }] : []),
    ),
  )
  const imported = body.flatMap((node) => {
    if (node.type !== 'ImportDeclaration' || !/^(\.|#generated\/)/.test(nameOf(node['source']))) return []
    return (node['specifiers'] as readonly Node[]).flatMap((one) =>
      one['imported'] && words.has(nameOf(one['local']))
        ? [placeOf(sourceOf(place.file, node), nameOf(one['imported']))]
        : [],
    )
  })
  return [...local, ...imported]
}

function declarationOf(place: Place): string {
  const { text } = declarationsOf(place.file)
  if (text.includes(`const ${place.name}: unknown;`)) return `const ${place.name} = ${initialOf(place)}`
  return statementsOf(place)
    .map(({ start, end }) => text.slice(start, end))
    .join('\n')
    .replaceAll(/^export /gm, '')
    .replaceAll(/^declare /gm, '')
    .replaceAll(/\n[ \t]*(?=\n)/g, '')
    .replaceAll('\t', '  ')
}
