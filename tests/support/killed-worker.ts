/** Workers of fault tests: processes that kill themselves after each statement of their work in turn. */
import { spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import { bundle } from '../../cli/launcher/bundle.mjs'

/** More statements than any of the transactions has. */
const most = 400

/** The argument of a worker. */
export interface WorkerTask<Work> {
  readonly url: string
  readonly readerScript: string
  /** The statement after which the process ends. */
  readonly nth: number
  readonly work: Work
}

export interface KilledWorker<Work> {
  /** Runs the work in a process of its own. @returns whether it was killed */
  run(url: string, work: Work, nth?: number): Promise<boolean>
  /**
   * Kills the work after its 1st, 2nd, … statement until it passes.
   * @param halfway looks at what each of them has left
   * @returns how often it was killed
   */
  killEverywhere(url: string, work: Work, halfway: (isKilled: boolean) => Promise<void>): Promise<number>
  remove(): void
}

/** Builds a worker within the repository, where its packages are found. */
export async function buildWorker<Work>(entry: string, name: string): Promise<KilledWorker<Work>> {
  const folder = join(import.meta.dirname, `../../.build/${name}-${process.pid}`)
  mkdirSync(folder, { recursive: true })
  await bundle({ entry, folder, name: 'worker' })
  const run: KilledWorker<Work>['run'] = async (url, work, nth = most) => {
    const task: WorkerTask<Work> = { url, readerScript: inject('reader'), nth, work }
    const child = spawn(process.execPath, [join(folder, 'worker.mjs'), JSON.stringify(task)], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    child.stderr.on('data', (part) => (said += String(part)))
    const [code, signal] = await new Promise<[number | null, string | null]>((resolve) =>
      child.once('exit', (...ending) => resolve(ending)),
    )
    if (signal === null && code !== 0) throw new Error(said)
    return signal !== null
  }
  return {
    run,
    async killEverywhere(url, work, halfway) {
      for (let nth = 1; nth < most; nth++) {
        const isKilled = await run(url, work, nth)
        await halfway(isKilled)
        if (!isKilled) return nth - 1
      }
      throw new Error('it never passed')
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
