/** Schemas → generated, read as the list: read → check → normalize → link → emit → write. */
import { checkSources, findWarnings } from './check/index.ts'
import { isWarning } from './check/warnings.ts'
import { dialectFolder, emitDialect } from './emit/dialect.ts'
import { emitSchemaLanguage } from './emit/docs/schema-language.ts'
import { emit, emitModules } from './emit/index.ts'
import { generatedFolder } from './emit/folder.ts'
import type { Output } from './emit/output.ts'
import type { SchemaSet } from './link/schema-set.ts'
import { link } from './link/link.ts'
import { normalizeEntity, type EnumDocuments } from './normalize/entity.ts'
import type { Problem } from './source/problem.ts'
import { mergeFiles } from './overlay/merge.ts'
import { overlaysByEntity, packagedModules } from './overlay/overlays.ts'
import type { RawEnum } from './raw/documents.ts'
import { asRaw } from './raw/as-raw.ts'
import { read, type ShippedModules, type Sources } from './read.ts'
import { createMemory, type Memory } from './memory.ts'
import { write, type FileResult, type WriteOptions } from './write.ts'

export interface GenerateOptions {
  /** Write nothing; every file that would change is a finding. */
  readonly check?: boolean
  /** Write nothing; only report what would happen. */
  readonly dryRun?: boolean
  /** Overwrite files under `generated/` that were edited by hand. */
  readonly force?: boolean
  /** Modules that the package provides; absent = the project has all modules itself. */
  readonly shipped?: ShippedModules
  /** What hand-written code lacks; asked when the schemas have no problems. */
  readonly findCodeProblems?: FindCodeProblems
}

/** Compares the code of a project with its schemas. */
export type FindCodeProblems = (root: string, sources: Sources) => readonly Problem[]

export interface GenerateResult {
  /** Not empty = the schemas were refused and nothing was written. */
  readonly problems: readonly Problem[]
  /** What the code lacks of what the schemas name. Generated files were written: they help to complete it. */
  readonly codeProblems?: readonly Problem[]
  /** Findings that nothing is refused for. Absent = the files are as the last complete run left them. */
  readonly warnings?: readonly Problem[]
  /** Paths below the root, sorted. With `check` or `dryRun`: what would have happened. */
  readonly written: readonly string[]
  readonly unchanged: readonly string[]
  readonly removed: readonly string[]
  /** Edited by hand and therefore left as they are. */
  readonly kept: readonly string[]
  /** Not written because a symbolic link or a folder is in the way. */
  readonly blocked: readonly string[]
}

/**
 * Makes `generated/` and `schemas/dialect/` follow from the schemas below `root`.
 * @throws the file system's error when the schemas cannot be read or a file cannot be written
 */
export async function generate(root: string, options: GenerateOptions = {}): Promise<GenerateResult> {
  const { problems, schemas, sources, write: writeOutputs } = await stage(root, options.shipped)
  if (schemas === null) return { problems, written: [], unchanged: [], removed: [], kept: [], blocked: [] }
  const code = findingsOf(sources, options.findCodeProblems?.(root, sources) ?? [])
  return { ...(await writeOutputs(options)), codeProblems: code.problems, warnings: code.warnings }
}

/** Schemas that were read and checked, before anything follows from them. */
export interface Staged {
  readonly problems: readonly Problem[]
  /** Null = there are problems, and nothing can be written. */
  readonly schemas: SchemaSet | null
  readonly sources: Sources
  /** Writes what modules consist of, but not what describes all of them together; removes nothing. */
  readonly writeModules: () => Promise<GenerateResult>
  readonly write: (options: Pick<GenerateOptions, 'check' | 'dryRun' | 'force'>) => Promise<GenerateResult>
}

/**
 * The first half of `generate`: what the schemas below `root` say, so that it can be compared before it is written.
 * @param memory of earlier calls in the same process
 * @param drafts texts of documents in place of the files of the project; absent = the files
 * @throws the file system's error when the schemas cannot be read
 */
export async function stage(
  root: string,
  shipped: ShippedModules | null = null,
  memory: Memory = createMemory(),
  drafts: ReadonlyMap<string, string> | null = null,
): Promise<Staged> {
  const sources = await read(root, shipped, memory.files, drafts)
  const problems = await checkSources(sources)
  const schemas = problems.length > 0 ? null : buildSchemaSet(sources)
  const written = (outputs: readonly Output[], folders: readonly string[], options: WriteOptions): GenerateResult => ({
    problems,
    ...byState(write(root, outputs, folders, options)),
  })
  return {
    problems,
    schemas,
    sources,
    async writeModules() {
      const options = { force: false, dryRun: false, known: memory.written }
      return written(schemas ? await emitModules(schemas, packagedModules(sources), memory.emitted) : [], [], options)
    },
    async write({ check: isCheck = false, dryRun = false, force = false }) {
      const folders = schemas === null ? [] : [generatedFolder, dialectFolder]
      const outputs = schemas === null ? [] : await outputsOf(schemas, sources, memory)
      return written(outputs, folders, { force, dryRun: isCheck || dryRun, known: memory.written })
    },
  }
}

export interface Findings {
  /** Not empty = the schemas are refused. */
  readonly problems: readonly Problem[]
  /** What schemas without problems could do better. */
  readonly warnings: readonly Problem[]
}

/**
 * Every problem of the schemas below `root`, when there is none every problem of the code, and when there is none
 * either, every warning; all sorted.
 * @throws the file system's error when they cannot be read
 */
export async function check(
  root: string,
  shipped: ShippedModules | null = null,
  findCodeProblems: FindCodeProblems = () => [],
): Promise<Findings> {
  const sources = await read(root, shipped)
  const found = await checkSources(sources)
  if (found.length > 0) return { problems: found, warnings: [] }
  const { problems, warnings } = findingsOf(sources, findCodeProblems(root, sources))
  return { problems, warnings: problems.length > 0 ? [] : warnings }
}

/** Sorts the findings of code; the warnings of the schemas are added to its own. */
export const findingsOf = (sources: Sources, code: readonly Problem[]): Findings => ({
  problems: code.filter((problem) => !isWarning(problem)),
  warnings: [...findWarnings(sources), ...code.filter(isWarning)],
})

/** The files that follow from a schema set. */
async function outputsOf(schemas: SchemaSet, sources: Sources, memory: Memory): Promise<readonly Output[]> {
  return [...(await emit(schemas, packagedModules(sources), memory.emitted)), ...emitDialect(), emitSchemaLanguage()]
}

/** Modules and entities of checked sources, complete. */
export function buildSchemaSet(sources: Sources): SchemaSet {
  const enums: EnumDocuments = new Map(
    sources.files.filter((file) => file.type === 'enum').map((file) => [file.path, asRaw<RawEnum>(file.value)]),
  )
  const overlays = overlaysByEntity(sources.files.map((file) => ({ file, value: file.value })))
  const drafts = mergeFiles(sources.files, overlays)
    .filter((file) => file.type === 'entity')
    .map((file) => normalizeEntity(file, enums))
  return link(
    drafts,
    sources.files.filter((file) => file.type === 'module' || file.type === 'text'),
  )
}

function byState(results: readonly FileResult[]): Omit<GenerateResult, 'problems'> {
  const of = (state: FileResult['state']) =>
    results.filter((result) => result.state === state).map((result) => result.path)
  return {
    written: of('written'),
    unchanged: of('unchanged'),
    removed: of('removed'),
    kept: of('kept'),
    blocked: of('blocked'),
  }
}
