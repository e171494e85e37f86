/** generated/ as the first product: made again when a schema, a generated file or the generator changed. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { GenerateResult } from '../../generator/pipeline.ts'
import { filesBelow } from '../launcher/publish.mjs'
import { hashOf, isFresh, writeStamp } from '../launcher/stamp.mjs'
import type { Places } from '../places.ts'

/** Generates unless everything is as the last complete run left it; null when there was nothing to do. */
export async function generateIfStale({ root, packageFolder }: Places): Promise<GenerateResult | null> {
  const stamp = join(root, '.build/.generated.stamp.json')
  const files = (): string[] => ['schemas', 'generated'].flatMap((folder) => filesBelow(join(root, folder)))
  const program = readFileSync(join(packageFolder, '.build/cli/main.mjs'))
  // The list of files belongs to the key: a new schema changes no file that the stamp knows.
  const key = (): string => hashOf(program, ...files())
  if (isFresh(stamp, key())) return null
  const { generate } = await import('../../generator/pipeline.ts')
  const result = await generate(root)
  if (result.problems.length + result.kept.length + result.blocked.length === 0) writeStamp(stamp, { key: key(), inputs: files(), outputs: [], startedAt: Date.now() })
  return result
}
