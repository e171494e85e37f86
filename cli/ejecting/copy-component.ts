/**
 * The source of a built-in component as a file of a module: files beside it that belong to it alone come along,
 * everything else is imported by its public name.
 */
import { dirname, join, relative } from 'node:path'
import { applyEdits, type Edit } from '../code/edit.ts'
import { readCode, type CodeFile, type SyntaxNode } from '../code/source.ts'
import type { PublicName, PublicNames } from './public-names.ts'

export interface Copy {
  readonly files: readonly { readonly name: string; readonly text: string }[]
  /** Packages that the copy imports, without React. */
  readonly packages: readonly string[]
  /** What it needs and is not public, as `name (path)`: without it the copy would not compile. */
  readonly missing: readonly string[]
}

/**
 * @param runtime the folder `runtime` of the framework with its sources
 * @param path of the component below `runtime/web`
 * @returns null when there is no such source
 */
export function copyComponent(runtime: string, path: string, publicNames: PublicNames): Copy | null {
  const folder = dirname(join(runtime, 'web', path))
  const names = [relative(folder, join(runtime, 'web', path))]
  const copies: RewrittenFile[] = []
  // Grows while it is walked: a copied file names further ones.
  for (const name of names) {
    const file = readCode(join(folder, name))
    if (!file) return null
    const copy = rewritten(file, runtime, publicNames)
    copies.push({ ...copy, name })
    names.push(...copy.beside.filter((one) => !names.includes(one)))
  }
  return {
    files: copies.map(({ name, text }) => ({ name, text })),
    packages: [...new Set(copies.flatMap(({ packages }) => packages))].sort(),
    missing: [...new Set(copies.flatMap(({ missing }) => missing))],
  }
}

interface Rewritten {
  readonly text: string
  /** Files of the same folder that come along. */
  readonly beside: readonly string[]
  readonly packages: readonly string[]
  readonly missing: readonly string[]
}
type RewrittenFile = Rewritten & { readonly name: string }

/** An import by a public name. */
interface Wanted extends PublicName {
  readonly local: string
  readonly isType: boolean
}

function rewritten(file: CodeFile, runtime: string, publicNames: PublicNames): Rewritten {
  const edits: Edit[] = []
  const [beside, packages, missing]: [string[], string[], string[]] = [[], [], []]
  const wanted: Wanted[] = []
  let place: number | null = null
  const takeOut = (node: SyntaxNode): void => {
    place ??= node.start
    edits.push({ at: node.start, remove: lineEnd(file.text, node.end) - node.start, insert: '' })
  }
  const isBeside = (target: string): boolean => dirname(target) === dirname(file.path) && /\.tsx?$/.test(target)
  for (const node of file.body) {
    if (node.type !== 'ImportDeclaration') continue
    const source = String((node['source'] as SyntaxNode)['value'])
    if (!source.startsWith('.')) {
      packages.push(packageOf(source))
      continue
    }
    const target = join(dirname(file.path), source)
    const names = namesOf(node)
    const found = names.flatMap((one) => {
      const known = publicNameOf(target, one.imported, runtime, publicNames)
      return known ? [{ ...one, ...known }] : []
    })
    // A style sheet comes with the built-in component, which stays in the program.
    if (names.length === 0 && target.endsWith('.css')) takeOut(node)
    else if (names.length > 0 && found.length === names.length) {
      wanted.push(...found)
      takeOut(node)
    } else if (isBeside(target)) beside.push(relative(dirname(file.path), target))
    else
      missing.push(
        ...names
          .filter(({ local }) => !found.some((one) => one.local === local))
          .map(({ imported }) => described(imported, target, runtime)),
      )
  }
  for (const source of dynamicImports(file)) {
    const target = join(dirname(file.path), source)
    if (!source.startsWith('.')) packages.push(packageOf(source))
    else if (isBeside(target)) beside.push(relative(dirname(file.path), target))
    else missing.push(described('import()', target, runtime))
  }
  if (place !== null) edits.push({ at: place, insert: importsOf(wanted) })
  return {
    text: applyEdits(file.text, edits),
    beside,
    packages: packages.filter((name) => name !== 'react'),
    missing,
  }
}

interface ImportedName {
  readonly imported: string
  readonly local: string
  readonly isType: boolean
}

function namesOf(node: SyntaxNode): readonly ImportedName[] {
  return (node['specifiers'] as readonly SyntaxNode[]).map((one) => {
    const local = String((one['local'] as SyntaxNode)['name'])
    const imported = one['imported'] as SyntaxNode | undefined
    return {
      imported: imported ? String(imported['name']) : '*',
      local,
      isType: node['importKind'] === 'type' || one['importKind'] === 'type',
    }
  })
}

/** The protocol is public as a whole. */
function publicNameOf(target: string, name: string, runtime: string, publicNames: PublicNames): PublicName | null {
  return target === join(runtime, 'protocol/index.ts')
    ? { source: 'tablewright/protocol', name }
    : publicNames(target, name)
}

const dynamicImports = ({ text }: CodeFile): readonly string[] =>
  [...text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]/g)].flatMap((match) => match[1] ?? [])

const described = (name: string, target: string, runtime: string): string =>
  `${name} (${relative(dirname(runtime), target).replaceAll('\\', '/')})`

/** `@blueprintjs/core` of `@blueprintjs/core/lib/x`. */
const packageOf = (source: string): string =>
  source
    .split('/')
    .slice(0, source.startsWith('@') ? 2 : 1)
    .join('/')

const lineEnd = (text: string, from: number): number => {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end + 1
}

/** One statement for each public entry. */
function importsOf(wanted: readonly Wanted[]): string {
  return [...new Set(wanted.map(({ source }) => source))]
    .sort()
    .map((source) =>
      statement(
        source,
        wanted.filter((one) => one.source === source),
      ),
    )
    .join('')
}

const maxLineLength = 120

function statement(source: string, names: readonly Wanted[]): string {
  const areTypes = names.every(({ isType }) => isType)
  const texts = names.map(({ name, local, isType }) => {
    const text = name === local ? name : `${name} as ${local}`
    return isType && !areTypes ? `type ${text}` : text
  })
  const head = areTypes ? 'import type' : 'import'
  const line = `${head} { ${texts.join(', ')} } from '${source}'`
  return line.length <= maxLineLength
    ? `${line}\n`
    : `${head} {\n${texts.map((text) => `  ${text},\n`).join('')}} from '${source}'\n`
}
