/** Reads the hand-written sources as data: imports, functions, exports. Used by the architecture test. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { Visitor } from 'rolldown/utils'
import { parseSync } from 'vite'
import { partOf } from './part-of.ts'

export interface SourceFile {
  /** Path below the project, with forward slashes. */
  readonly path: string
  readonly lines: number
  readonly text: string
  /** Resolved paths of files of the project this one imports, type imports and dynamic ones included. */
  readonly imports: readonly string[]
  readonly functions: readonly { readonly name: string; readonly lines: number }[]
  readonly hasDefaultExport: boolean
}

const publicNames: Readonly<Record<string, string>> = {
  'tablewright/protocol': 'runtime/protocol/index.ts',
  'tablewright/server': 'runtime/server/index.ts',
  'tablewright/web': 'runtime/web/index.ts',
  'tablewright/web/parts': 'runtime/web/parts.ts',
}

/** Every TypeScript file of the given folders below `root`. */
export function readSources(root: string, folders: readonly string[]): readonly SourceFile[] {
  return folders.flatMap((folder) => filesBelow(join(root, folder))).map((file) => readSource(root, file))
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return filesBelow(path)
    return /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts') ? [path] : []
  })
}

interface Span {
  readonly start: number
  readonly end: number
}
interface FunctionNode extends Span {
  readonly id?: { readonly name: string } | null
  readonly body?: ({ readonly type: string } & Span) | null
}

function readSource(root: string, file: string): SourceFile {
  const text = readFileSync(file, 'utf8')
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`)
  const specifiers: string[] = []
  const functions: { name: string; lines: number }[] = []
  let hasDefaultExport = false
  const note = (node: { source?: { value?: unknown } | null }) => {
    if (typeof node.source?.value === 'string') specifiers.push(node.source.value)
  }
  const measure = (node: FunctionNode) => {
    if (node.body?.type !== 'BlockStatement' && node.body?.type !== 'FunctionBody') return
    functions.push({ name: node.id?.name ?? '(anonymous)', lines: text.slice(node.start, node.end).split('\n').length })
  }
  new Visitor({
    ImportDeclaration: note,
    ExportNamedDeclaration: note,
    ExportAllDeclaration: note,
    ImportExpression: (node) => note(partOf(node)),
    ExportDefaultDeclaration: () => {
      hasDefaultExport = true
    },
    FunctionDeclaration: (node) => measure(node),
    FunctionExpression: (node) => measure(node),
    ArrowFunctionExpression: (node) => measure(node),
  }).visit(program)
  const imports = specifiers.map((specifier) => resolve(root, file, specifier)).filter((path) => path !== null)
  return {
    path: relative(root, file).replaceAll('\\', '/'),
    lines: text.trimEnd().split('\n').length,
    text,
    imports,
    functions,
    hasDefaultExport,
  }
}

/** Lines with a non-null assertion or a cast that nothing checks, which no comment on them or above them explains. */
export function unexplainedAssertions({ path, text }: Pick<SourceFile, 'path' | 'text'>): readonly number[] {
  const { program, comments } = parseSync(path, text)
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
  const lineOf = (offset: number): number => starts.findLastIndex((start) => start <= offset) + 1
  const explained = new Set(
    comments.flatMap(({ start, end }) => {
      const [first, last] = [lineOf(start), lineOf(end - 1)]
      // A comment on lines of its own explains the line below it as well.
      const isAlone = text.slice(starts[first - 1], start).trim() === ''
      return Array.from({ length: last - first + (isAlone ? 2 : 1) }, (_line, at) => first + at)
    }),
  )
  const lines: number[] = []
  new Visitor({
    TSNonNullExpression: ({ end }) => void lines.push(lineOf(end - 1)),
    TSAsExpression: ({ expression, typeAnnotation }) => {
      if (isUnchecked(expression, typeAnnotation)) lines.push(lineOf(typeAnnotation.start))
    },
  }).visit(program)
  return lines.filter((line) => !explained.has(line))
}

/** A cast by way of `unknown`, or to `never`: the compiler compares nothing. */
const isUnchecked = (value: Syntax, type: Syntax): boolean =>
  type.type === 'TSNeverKeyword' ||
  (value.type === 'TSAsExpression' && value.typeAnnotation?.type === 'TSUnknownKeyword')

interface Syntax {
  readonly type: string
  readonly typeAnnotation?: { readonly type: string } | null
}

function resolve(root: string, file: string, specifier: string): string | null {
  if (specifier in publicNames) return publicNames[specifier]!
  if (specifier.startsWith('#generated/')) return specifier.slice(1)
  if (!specifier.startsWith('.')) return null
  return relative(root, join(dirname(file), specifier.replace(/\?.*$/, ''))).replaceAll('\\', '/')
}

/** Groups of files that import each other in a circle (strongly connected components of more than one file). */
export function importCycles(files: readonly SourceFile[]): readonly (readonly string[])[] {
  const graph = new Map(files.map((file) => [file.path, file.imports]))
  const order = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const cycles: string[][] = []
  const visit = (path: string): void => {
    order.set(path, order.size)
    low.set(path, order.get(path)!)
    stack.push(path)
    for (const next of graph.get(path) ?? []) {
      if (!graph.has(next)) continue
      if (!order.has(next)) visit(next)
      if (stack.includes(next)) low.set(path, Math.min(low.get(path)!, low.get(next)!))
    }
    if (low.get(path) !== order.get(path)) return
    const group = stack.splice(stack.indexOf(path))
    if (group.length > 1 || graph.get(path)?.includes(path)) cycles.push(group)
  }
  for (const path of graph.keys()) if (!order.has(path)) visit(path)
  return cycles
}
