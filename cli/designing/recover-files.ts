/** Takes back what a change of the designer left when its process was killed. */
import { existsSync } from 'node:fs'
import { journalPath } from './journal-path.ts'

/**
 * Before anything reads the schemas: takes back a change of which only some files were written, or whose build was not
 * completed. A start without such a change loads nothing of the designer.
 *
 * @returns whether something was taken back, so that the last build is that of other files
 */
export async function recoverFiles(root: string, dataFolder: string): Promise<boolean> {
  if (!existsSync(journalPath(dataFolder))) return false
  const { createDesignStore, hasBegun } = await import('./design-store.ts')
  const store = createDesignStore(root, dataFolder)
  const journal = store.interrupted()
  if (!journal || hasBegun(root, journal)) return false
  store.takeBack(journal)
  return true
}
