/** Takes back what a change of the designer left when its process was killed. */
import { existsSync } from 'node:fs'
import { journalPath } from './journal-path.ts'

/**
 * Before anything reads the schemas: takes back a change of which only some files were written. A start without such a
 * change loads nothing of the designer.
 */
export async function recoverFiles(root: string, dataFolder: string): Promise<void> {
  if (!existsSync(journalPath(dataFolder))) return
  const { createDesignStore, isWritten } = await import('./design-store.ts')
  const store = createDesignStore(root, dataFolder)
  const journal = store.interrupted()
  if (journal && !isWritten(root, journal)) store.takeBack(journal)
}
