/** The SQLite reader: worker threads load it as a file of its own. */
import { join } from 'node:path'
import { bundle, isBundleFresh } from '../launcher/bundle.mjs'
import { withLock } from '../launcher/lock.mjs'

/**
 * Builds `.build/server/reader.mjs` below `root` (the package folder) unless it is fresh; returns its path.
 * Safe to call from several processes at once.
 */
export async function buildReader(root: string): Promise<string> {
  await withLock(join(root, '.build/reader.lock'), () => bundle({ ...bundleOf(root), inOneFile: true }))
  return join(root, '.build/server/reader.mjs')
}

/** True when the reader follows from the sources as they are. */
export function isReaderFresh(root: string): boolean {
  return isBundleFresh(bundleOf(root))
}

const bundleOf = (root: string) => ({
  entry: join(root, 'runtime/server/db/sqlite/reader.ts'),
  folder: join(root, '.build/server'),
  name: 'reader',
})
