/** The designer as a running server has it: a process that is started when it is needed and ends when it is not. */
import { spawn, type ChildProcess } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Designer, DesignerAnswer, DesignerObstacle } from '../../runtime/server/ops/designer/designer.ts'
import type { Context } from '../program.ts'
import type { DatabaseSettings } from '../settings.ts'

/** Milliseconds without a request after which the process ends: it holds the schemas and the generator in memory. */
const idleMs = 10 * 60_000

/** Packages that only building needs. */
const buildPackages = ['vite', 'rolldown']

interface Pending {
  readonly resolve: (answer: DesignerAnswer) => void
  readonly reject: (error: Error) => void
}

/** @param restart has a server with the new build take the place of this one; absent = `dev` follows the files */
export function createDesignerService(
  context: Pick<Context, 'root' | 'environment' | 'language'>,
  { dataFolder, databaseUrl }: DatabaseSettings,
  restart?: () => void,
): Designer {
  const { root, environment } = context
  let child: ChildProcess | null = null
  let timer: NodeJS.Timeout | undefined
  let count = 0
  const pending = new Map<number, Pending>()

  const stop = (): void => {
    clearTimeout(timer)
    child?.disconnect()
    child = null
  }
  const start = (): ChildProcess => {
    // The program was started with this file as its script. The address goes by the environment, where other users of
    // the machine cannot read its password.
    const own = [process.argv[1]!, 'design', ...(restart ? ['--build'] : [])]
    const words = [...own, '--root', root, '--lang', context.language]
    const next = spawn(process.execPath, words, {
      cwd: root,
      env: { ...process.env, TABLEWRIGHT_DATA: dataFolder, DATABASE_URL: databaseUrl },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    next.on('message', (message: unknown) => {
      if (typeof message !== 'object' || message === null || !('id' in message)) return
      const { id, answer, error } = message as { id: number; answer?: DesignerAnswer; error?: string }
      const entry = pending.get(id)
      pending.delete(id)
      if (answer) entry?.resolve(answer)
      else entry?.reject(new Error(error))
    })
    next.once('close', () => {
      if (child === next) child = null
      for (const { reject } of pending.values()) reject(new Error('the process of the designer has ended'))
      pending.clear()
    })
    next.once('error', () => undefined)
    return next
  }
  return {
    obstacle: () => obstacleIn(root, environment),
    ...(restart && { restart }),
    ask(method, input) {
      clearTimeout(timer)
      timer = setTimeout(stop, idleMs).unref()
      child ??= start()
      const own = child
      const id = ++count
      return new Promise((resolve, reject) => {
        pending.set(id, { resolve, reject })
        own.send({ id, method, input }, (error) => {
          if (error) reject(error)
        })
      })
    },
    close: async () => stop(),
  }
}

function obstacleIn(root: string, environment: Context['environment']): DesignerObstacle | null {
  // Guard T23: in production schemas change with a release, never through a session.
  if (environment['NODE_ENV'] === 'production') return 'production'
  if (!isWritable(join(root, 'schemas')) || !isWritable(root)) return 'read_only'
  return buildPackages.every((name) => existsSync(join(root, 'node_modules', name))) ? null : 'packages'
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}
