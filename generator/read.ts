/**
 * Reads `schemas/`: every document with its tree, its value and its syntax problems. The only stage that touches the
 * disk first.
 */
import { existsSync, readFileSync } from 'node:fs'
import { lstat, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getNodeValue, parseTree, type Node, type ParseError } from 'jsonc-parser'
import { expandFiles } from './expand/expand-files.ts'
import { expandFile } from './expand/expand.ts'
import { isObject } from './source/json.ts'
import { compareTexts } from './source/problem.ts'
import type { DocumentType, SourceFile } from './source/source-file.ts'

/** Something below `schemas/` that is not a document; the checks report why. */
export interface StrayFile {
  readonly path: string
  readonly reason: 'symlink' | 'place' | 'extension' | 'encoding' | 'size' | 'depth' | 'shipped'
}

/** Modules that come with the package a product depends on: their schemas count, and nothing is emitted for them. */
export interface ShippedModules {
  /** Folder that contains `schemas/<module>` of each. */
  readonly folder: string
  readonly names: readonly string[]
}

export interface Sources {
  readonly files: readonly SourceFile[]
  /** Modules among them that the package provides; absent = none. */
  readonly shipped?: readonly string[]
  /** Folders directly below `schemas/` that hold documents. */
  readonly modules: readonly string[]
  readonly strayFiles: readonly StrayFile[]
  readonly syntax: ReadonlyMap<SourceFile, readonly ParseError[]>
}

/** Documents of an earlier call, by path. */
type KnownFiles = Map<string, { readonly file: SourceFile; readonly errors: readonly ParseError[] | undefined }>

/** No schema of a person is longer; a larger file is a mistake or an attack. */
const maxFileSize = 1_000_000

/** Files read at the same time. */
const batchSize = 32

/** The dialect itself needs 8 levels. */
const maxDepth = 50

/**
 * Reads all documents below `<root>/schemas`, in a stable order. Nothing is followed out of it: symbolic links are
 * reported, not read.
 * @param shipped modules of the package, which the project must not have itself
 * @param known documents of an earlier call: those whose text is the same are used again
 * @param drafts texts by path in place of all files of the project; absent = the files
 * @throws the file system's error when the folder cannot be read
 */
export async function read(
  root: string,
  shipped: ShippedModules | null = null,
  known: KnownFiles = new Map(),
  drafts: ReadonlyMap<string, string> | null = null,
): Promise<Sources> {
  const names = shipped?.names ?? []
  const strayFiles: StrayFile[] = []
  const own = drafts ? draftTexts(drafts) : await readOwn(join(root, 'schemas'), strayFiles)
  const syntax = new Map<SourceFile, readonly ParseError[]>()
  const files: SourceFile[] = []
  const texts = [...own, ...(shipped ? await readShipped(shipped) : [])]
  for (const [index, [path, text]] of texts.entries()) {
    const place = placeOf(path)
    const isOwn = index < own.length
    if (isOwn && names.includes(path.split('/')[0] ?? '')) strayFiles.push({ path, reason: 'shipped' })
    else if (place === null) strayFiles.push({ path, reason: 'place' })
    else if (typeof text !== 'string') strayFiles.push({ path, reason: text.reason })
    else files.push(parseOrKnown(path, place, text, { syntax, known }))
  }
  const expanded = expandFiles(files)
  const errors = files.flatMap((file, index) => {
    const found = syntax.get(file)
    // Both lists have the same order.
    return found ? [[expanded[index]!, found] as const] : []
  })
  return {
    files: expanded,
    shipped: names,
    modules: [...new Set(files.map((file) => file.module))],
    strayFiles,
    syntax: new Map(errors),
  }
}

type TextsByPath = readonly (readonly [path: string, text: Read])[]

const readOwn = async (folder: string, strayFiles: StrayFile[]): Promise<TextsByPath> =>
  readAll(folder, await listFiles(folder, '', strayFiles))

/** They are held to the same limits as files. */
const draftTexts = (drafts: ReadonlyMap<string, string>): TextsByPath =>
  [...drafts]
    .sort(([first], [other]) => compareTexts(first, other))
    .map(([path, text]) => [path, textOf(new TextEncoder().encode(text))])

/** One document below `<root>/schemas` in its long form; undefined where there is none. */
export function readDocument(root: string, path: string): SourceFile | undefined {
  const place = placeOf(path)
  const file = join(root, 'schemas', path)
  if (place === null || !existsSync(file)) return undefined
  const document = parse(path, place, readFileSync(file, 'utf8'), new Map())
  return expandFile(document, (type) => readDocument(root, type))
}

/** The documents of the modules of the package, which its own tests have checked. */
async function readShipped({
  folder,
  names,
}: ShippedModules): Promise<readonly (readonly [path: string, text: Read])[]> {
  const schemas = join(folder, 'schemas')
  const lists = await Promise.all(names.map((name) => listFiles(schemas, name, [])))
  return readAll(schemas, lists.flat())
}

type Read = string | Pick<StrayFile, 'reason'>

/** Texts of the files in their order, some of them read at the same time. */
async function readAll(
  folder: string,
  paths: readonly string[],
): Promise<readonly (readonly [path: string, text: Read])[]> {
  const texts: [string, Read][] = []
  for (let at = 0; at < paths.length; at += batchSize) {
    texts.push(
      ...(await Promise.all(
        paths
          .slice(at, at + batchSize)
          .map(async (path): Promise<[string, Read]> => [path, textOf(await readFile(join(folder, path)))]),
      )),
    )
  }
  return texts
}

function textOf(bytes: Uint8Array): Read {
  if (bytes.length > maxFileSize) return { reason: 'size' }
  const text = decodeUtf8(bytes)
  return text === null ? { reason: 'encoding' } : isTooDeep(text) ? { reason: 'depth' } : text
}

function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Parsers call themselves for every level: a text of a million brackets would break them. */
function isTooDeep(text: string): boolean {
  let depth = 0
  for (const [sign] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/g)) {
    if (sign === '[' || sign === '{') depth++
    else if (sign === ']' || sign === '}') depth--
    if (depth > maxDepth) return true
  }
  return false
}

async function listFiles(folder: string, below: string, strayFiles: StrayFile[]): Promise<string[]> {
  const found: string[] = []
  const entries = await readdir(join(folder, below))
  for (const name of entries.sort(compareTexts)) {
    const path = below === '' ? name : `${below}/${name}`
    if (name.startsWith('.') || path === 'dialect') continue
    const stat = await lstat(join(folder, path))
    if (stat.isSymbolicLink()) strayFiles.push({ path, reason: 'symlink' })
    else if (stat.isDirectory()) found.push(...(await listFiles(folder, path, strayFiles)))
    else if (name.endsWith('.json')) found.push(path)
    else if (/\.(json[c5]?|ya?ml)$/i.test(name)) strayFiles.push({ path, reason: 'extension' })
  }
  return found
}

type Place = Pick<SourceFile, 'type' | 'module' | 'name'>

/** The type of a file by its path; null when no document belongs there. */
function placeOf(path: string): Place | null {
  const segments = path.replace(/\.json$/, '').split('/')
  const [module = '', second = '', third = ''] = segments
  if (segments.length === 2) return { type: second === 'module' ? 'module' : 'entity', module, name: second }
  const types: Readonly<Record<string, DocumentType>> = {
    enums: 'enum',
    types: 'type',
    overlays: 'overlay',
    text: 'text',
  }
  const type = Object.hasOwn(types, second) ? types[second] : undefined
  return segments.length === 3 && type ? { type, module, name: third } : null
}

interface Parsed {
  readonly syntax: Map<SourceFile, readonly ParseError[]>
  readonly known: KnownFiles
}

function parseOrKnown(path: string, place: Place, text: string, { syntax, known }: Parsed): SourceFile {
  const former = known.get(path)
  if (former?.file.text === text) {
    if (former.errors) syntax.set(former.file, former.errors)
    return former.file
  }
  const file = parse(path, place, text, syntax)
  known.set(path, { file, errors: syntax.get(file) })
  return file
}

/** A document of a text: its tree, its value, its syntax errors into the map. */
export function parse(
  path: string,
  place: Place,
  text: string,
  syntax: Map<SourceFile, readonly ParseError[]>,
): SourceFile {
  const errors: ParseError[] = []
  const tree: Node | undefined = parseTree(text, errors, {
    disallowComments: true,
    allowTrailingComma: false,
    allowEmptyContent: false,
  })
  const value: unknown = tree ? getNodeValue(tree) : undefined
  const file: SourceFile = { path, ...place, text, tree, value: isObject(value) ? value : {} }
  if (errors.length > 0) syntax.set(file, errors)
  return file
}
