/** Schemas → generated, read as the list: read → check → normalize → link → emit → write. */
import { checkSources, findWarnings } from './check/index.ts'
import { dialectFolder, emitDialect } from './emit/dialect.ts'
import { emitSchemaLanguage } from './emit/docs/schema-language.ts'
import { emit } from './emit/index.ts'
import { generatedFolder } from './emit/folder.ts'
import type { Output } from './emit/output.ts'
import type { SchemaSet } from './link/schema-set.ts'
import { link } from './link/link.ts'
import { normalizeEntity, type EnumDocuments } from './normalize/entity.ts'
import type { Problem } from './source/problem.ts'
import type { RawEnum } from './raw/documents.ts'
import { read, type ShippedModules, type Sources } from './read.ts'
import { write, type FileResult } from './write.ts'

export interface GenerateOptions {
  /** Write nothing; every file that would change is a finding. */
  readonly check?: boolean
  /** Write nothing; only report what would happen. */
  readonly dryRun?: boolean
  /** Overwrite files under `generated/` that were edited by hand. */
  readonly force?: boolean
  /** Modules that the package provides; absent = the project has all modules itself. */
  readonly shipped?: ShippedModules
}

export interface GenerateResult {
  /** Not empty = the schemas were refused and nothing was written. */
  readonly problems: readonly Problem[]
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
  const sources = await read(root, options.shipped)
  const problems = await checkSources(sources)
  if (problems.length > 0) return { problems, written: [], unchanged: [], removed: [], kept: [], blocked: [] }
  const outputs = await outputsOf(sources)
  const dryRun = (options.check ?? false) || (options.dryRun ?? false)
  const results = write(root, outputs, [generatedFolder, dialectFolder], {
    force: options.force ?? false,
    dryRun,
  })
  return { problems, ...byState(results) }
}

export interface Findings {
  /** Not empty = the schemas are refused. */
  readonly problems: readonly Problem[]
  /** What schemas without problems could do better. */
  readonly warnings: readonly Problem[]
}

/**
 * Every problem of the schemas below `root` or, when there is none, every warning; both sorted.
 * @throws the file system's error when they cannot be read
 */
export async function check(root: string, shipped: ShippedModules | null = null): Promise<Findings> {
  const sources = await read(root, shipped)
  const problems = await checkSources(sources)
  return { problems, warnings: problems.length > 0 ? [] : findWarnings(sources) }
}

/** The files that follow from checked sources. */
async function outputsOf(sources: Sources): Promise<readonly Output[]> {
  return [...(await emit(buildSchemaSet(sources), sources.shipped)), ...emitDialect(), emitSchemaLanguage()]
}

/** Modules and entities of checked sources, complete. */
export function buildSchemaSet(sources: Sources): SchemaSet {
  const enums: EnumDocuments = new Map(
    sources.files.filter((file) => file.type === 'enum').map((file) => [file.path, file.value as unknown as RawEnum]),
  )
  const drafts = sources.files.filter((file) => file.type === 'entity').map((file) => normalizeEntity(file, enums))
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
