/** The SQLite reader: worker threads load it as a file of its own. */
import { join } from 'node:path'
import { bundle, isBundleFresh } from '../launcher/bundle.mjs'
import { repositoryLayout, type Layout } from '../layout.ts'
import { withLock } from '../launcher/lock.mjs'

/** A worker finds and reads one file only. */
const packages = ['kysely', 'lru-cache']

/**
 * Builds `.build/server/reader.mjs` below `root` unless it is fresh; returns its path.
 * Safe to call from several processes at once.
 */
export async function buildReader(root: string, layout: Layout = repositoryLayout(root)): Promise<string> {
  await withLock(join(root, '.build/reader.lock'), () =>
    bundle({ ...bundleOf(layout), inOneFile: true, packages, isPure: true }),
  )
  return join(root, '.build/server/reader.mjs')
}

/** True when the reader follows from the sources as they are. */
export function isReaderFresh(layout: Layout): boolean {
  return isBundleFresh(bundleOf(layout))
}

const bundleOf = ({ root, framework, extension, conditions, stamp }: Layout) => ({
  entry: join(framework, `runtime/server/db/sqlite/reader${extension}`),
  folder: join(root, '.build/server'),
  name: 'reader',
  conditions,
  stamp,
})
