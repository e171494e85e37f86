/** The SQLite reader: worker threads load it as a file of its own. */
import { join } from 'node:path'
import { bundle } from '../launcher/bundle.mjs'
import { withLock } from '../launcher/lock.mjs'

/**
 * Builds `.build/server/reader.mjs` below `root` (the package folder) unless it is fresh; returns its path.
 * Safe to call from several processes at once.
 */
export async function buildReader(root: string): Promise<string> {
  const folder = join(root, '.build/server')
  await withLock(join(root, '.build/reader.lock'), () => bundle({ entry: join(root, 'runtime/server/db/sqlite/reader.ts'), folder, name: 'reader', inOneFile: true }))
  return join(folder, 'reader.mjs')
}
