/** generated/ as the first product: made again when a schema, a generated file or the generator changed. */
import { existsSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type { GenerateOptions, GenerateResult } from '../../generator/pipeline.ts'
import { hashOf, isFresh, readFreshOutputs, writeManifest } from '../launcher/build-manifest.mjs'
import { layoutOf, programOf } from '../layout.ts'
import type { ProjectPaths } from '../paths.ts'

/**
 * Generates unless schemas, generated files, code of modules and the generator are as the last complete run left them;
 * then the result lists every file as unchanged without reading a schema.
 * @throws the file system's error when the schemas cannot be read or a file cannot be written
 */
export async function generateIfStale(places: ProjectPaths, options: GenerateOptions = {}): Promise<GenerateResult> {
  const fresh = readFreshFiles(places)
  if (fresh !== null)
    return {
      problems: [],
      codeProblems: [],
      warnings: [],
      written: [],
      unchanged: fresh,
      removed: [],
      kept: [],
      blocked: [],
    }
  const startedAt = Date.now()
  const { generate } = await import('../../generator/pipeline.ts')
  const { shipped } = layoutOf(places)
  const { findCodeProblems } = await import('../code/problems.ts')
  const result = await generate(places.root, { ...options, findCodeProblems, ...(shipped && { shipped }) })
  if (isComplete(result, options) && mayWriteManifest(places, options)) rememberRun(places, result, startedAt)
  return result
}

/** True when generated/ is as the last complete run left it and would become so again. */
export function isGeneratedFresh(places: ProjectPaths): boolean {
  return isFresh(manifestFileOf(places), keyOf(places))
}

/** Paths of all generated files below the root, sorted; null when anything differs from the last complete run. */
function readFreshFiles(places: ProjectPaths): readonly string[] | null {
  const outputs = readFreshOutputs(manifestFileOf(places), keyOf(places))
  return outputs && outputs.map((path) => relative(places.root, path).replaceAll(sep, '/')).sort()
}

function isComplete(result: GenerateResult, { check, dryRun }: GenerateOptions): boolean {
  const isWritten = !(check || dryRun) || result.written.length + result.removed.length === 0
  const found = result.problems.length + (result.codeProblems?.length ?? 0)
  return isWritten && found + result.kept.length + result.blocked.length === 0
}

/** `--check` and `--dry-run` promise to write nothing: they add to a build folder, and make none. */
const mayWriteManifest = ({ root }: ProjectPaths, { check, dryRun }: GenerateOptions): boolean =>
  !(check || dryRun) || existsSync(join(root, '.build'))

function rememberRun(places: ProjectPaths, result: GenerateResult, startedAt: number): void {
  const outputs = [...result.written, ...result.unchanged].map((path) => join(places.root, path))
  const made = new Set(outputs)
  const inputs = entriesOf(places.root).flatMap(({ path, type }) => (type === 'file' ? [path] : []))
  // The run may have read what a schema contained before an edit that came meanwhile.
  if (inputs.some((path) => !made.has(path) && statSync(path).mtimeMs >= startedAt)) return
  try {
    writeManifest(manifestFileOf(places), { key: keyOf(places), inputs, outputs, startedAt: Date.now() })
  } catch (error) {
    // Where nothing may be written, the next run does the same work again.
    if (!['EACCES', 'EROFS', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

const manifestFileOf = ({ root }: ProjectPaths): string => join(root, '.build/.generated.manifest.json')

// The list of files belongs to the key, because a new schema changes no file that the manifest lists. So do their
// types, because a symbolic link with the same content is refused, and the versions of the packages that generate.
const keyOf = ({ root, packageFolder }: ProjectPaths): string =>
  hashOf(
    readFileSync(programOf(packageFolder)),
    readFileSync(join(packageFolder, 'package.json')),
    ...shippedIn({ root, packageFolder }),
    ...entriesOf(root).map(({ path, type }) => `${type} ${path}`),
  )

/** What the modules of the package contribute. */
function shippedIn(places: ProjectPaths): (string | Uint8Array)[] {
  const { shipped, stamp } = layoutOf(places)
  if (shipped === null) return []
  const files = shipped.names.flatMap((name) => entriesBelow(join(shipped.folder, 'schemas', name)))
  return [stamp, ...shipped.names, ...(stamp === '' ? files.map(({ path }) => readFileSync(path)) : [])]
}

interface FolderEntry {
  readonly path: string
  readonly type: 'file' | 'other'
}

/**
 * Everything that decides what is generated, and whether the code of modules has all that the schemas name; sorted, and
 * links are not followed.
 */
const entriesOf = (root: string): FolderEntry[] =>
  ['schemas', 'generated', 'runtime/modules', 'runtime/main.server.ts', 'runtime/main.web.tsx'].flatMap((folder) => {
    const path = join(root, folder)
    const stat = lstatSync(path, { throwIfNoEntry: false })
    if (!stat) return []
    return stat.isDirectory() ? entriesBelow(path) : [{ path, type: stat.isFile() ? ('file' as const) : 'other' }]
  })

const entriesBelow = (folder: string): FolderEntry[] =>
  readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry): FolderEntry[] => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? entriesBelow(path) : [{ path, type: entry.isFile() ? 'file' : 'other' }]
    })
