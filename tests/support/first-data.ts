/** Data folders as a first start with demo data leaves them, made once per run: loading takes longer than copying. */
import { createHash } from 'node:crypto'
import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import { withLock } from '../../cli/launcher/lock.mjs'
import { loadFirstData, type ServeOptions } from './running.ts'

/** The folder to copy for a server with these options. The first caller of the run makes it, the others wait. */
export async function firstDataOf(options: ServeOptions): Promise<string> {
  const folder = join(inject('firstData'), createHash('sha256').update(JSON.stringify(options)).digest('hex'))
  await withLock(`${folder}.lock`, async () => {
    if (existsSync(folder)) return
    await loadFirstData(options, `${folder}.part`)
    renameSync(`${folder}.part`, folder)
  })
  return folder
}
