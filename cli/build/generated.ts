/** generated/ as the first product: made again when a schema, a generated file or the generator changed. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { GenerateResult } from '../../generator/pipeline.ts'
import { filesBelow } from '../launcher/publish.mjs'
import { hashOf, isFresh, writeStamp } from '../launcher/stamp.mjs'
import type { Places } from '../places.ts'

/** Generates unless everything is as the last complete run left it; null when there was nothing to do. */
export async function generateIfStale(places: Places): Promise<GenerateResult | null> {
  if (isGeneratedFresh(places)) return null
  const { generate } = await import('../../generator/pipeline.ts')
  const result = await generate(places.root)
  const isComplete = result.problems.length + result.kept.length + result.blocked.length === 0
  if (isComplete)
    writeStamp(stampOf(places), { key: keyOf(places), inputs: filesOf(places), outputs: [], startedAt: Date.now() })
  return result
}

/** True when generated/ is as the last complete run left it and would become so again. */
export function isGeneratedFresh(places: Places): boolean {
  return isFresh(stampOf(places), keyOf(places))
}

const stampOf = ({ root }: Places): string => join(root, '.build/.generated.stamp.json')
const filesOf = ({ root }: Places): string[] =>
  ['schemas', 'generated'].flatMap((folder) => filesBelow(join(root, folder)))
// The list of files belongs to the key: a new schema changes no file that the stamp knows.
const keyOf = (places: Places): string =>
  hashOf(readFileSync(join(places.packageFolder, '.build/cli/main.mjs')), ...filesOf(places))
