/** generated/ as the first product: made again when a schema, a generated file or the generator changed. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { GenerateResult } from '../../generator/pipeline.ts'
import { filesBelow } from '../launcher/publish.mjs'
import { hashOf, isFresh, writeManifest } from '../launcher/build-manifest.mjs'
import type { ProjectPaths } from '../paths.ts'

/** Generates unless everything is as the last complete run left it; null when there was nothing to do. */
export async function generateIfStale(places: ProjectPaths): Promise<GenerateResult | null> {
  if (isGeneratedFresh(places)) return null
  const { generate } = await import('../../generator/pipeline.ts')
  const result = await generate(places.root)
  const isComplete = result.problems.length + result.kept.length + result.blocked.length === 0
  if (isComplete)
    writeManifest(manifestFileOf(places), {
      key: keyOf(places),
      inputs: filesOf(places),
      outputs: [],
      startedAt: Date.now(),
    })
  return result
}

/** True when generated/ is as the last complete run left it and would become so again. */
export function isGeneratedFresh(places: ProjectPaths): boolean {
  return isFresh(manifestFileOf(places), keyOf(places))
}

const manifestFileOf = ({ root }: ProjectPaths): string => join(root, '.build/.generated.manifest.json')
const filesOf = ({ root }: ProjectPaths): string[] =>
  ['schemas', 'generated'].flatMap((folder) => filesBelow(join(root, folder)))
// The list of files belongs to the key: a new schema changes no file that the manifest lists.
const keyOf = (places: ProjectPaths): string =>
  hashOf(readFileSync(join(places.packageFolder, '.build/cli/main.mjs')), ...filesOf(places))
