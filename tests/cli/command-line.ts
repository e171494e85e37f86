/** Runs the real command line as its own process, the way a person does. */
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buildReader } from '../../cli/build/reader.ts'
import { buildServer } from '../../cli/build/server.ts'
import { buildValidators } from '../../cli/build/validators.ts'
import { buildWeb } from '../../cli/build/web.ts'
import { prepareTestProject, testProject } from '../support/test-project.ts'

await prepareTestProject()

/** The project commands are run in. */
export const project = testProject
const launcher = join(project, 'cli/tablewright.mjs')

export interface Outcome {
  readonly exit: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface Surroundings {
  readonly cwd?: string
  /** Of a copy; the test project's own when absent. */
  readonly launcher?: string
  readonly env?: Readonly<Record<string, string | undefined>>
}

/** A process that is running; `until` waits for words in what it said. */
export interface Started {
  readonly child: ChildProcess
  readonly ended: Promise<Outcome>
  readonly said: () => string
  until(words: RegExp): Promise<void>
}

/**
 * Starts a command line; English unless `env` says otherwise, no colours, nothing taken over from this machine's
 * settings.
 */
export function start(words: readonly string[], surroundings: Surroundings = {}): Started {
  const neutral = {
    PORT: undefined,
    HOST: undefined,
    DATABASE_URL: undefined,
    TABLEWRIGHT_DATA: undefined,
    TABLEWRIGHT_LANG: 'en',
    LOG_LEVEL: undefined,
  }
  const env = { ...process.env, ...neutral, ...surroundings.env }
  const child = spawn(process.execPath, [surroundings.launcher ?? launcher, ...words], {
    cwd: surroundings.cwd ?? project,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const out: string[] = []
  const err: string[] = []
  child.stdout.setEncoding('utf8').on('data', (text: string) => out.push(text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => err.push(text))
  const ended = new Promise<Outcome>((resolve) =>
    child.once('close', (exit) => resolve({ exit, stdout: out.join(''), stderr: err.join('') })),
  )
  const said = () => out.join('') + err.join('')
  const until = async (pattern: RegExp): Promise<void> => {
    while (!pattern.test(said())) {
      if (child.exitCode !== null)
        throw new Error(`ended with ${child.exitCode} before it said ${String(pattern)}:\n${said()}`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  return { child, ended, said, until }
}

/** Runs a command line to its end. */
export const run = (words: readonly string[], surroundings?: Surroundings): Promise<Outcome> =>
  start(words, surroundings).ended

/** Makes what `serve --no-build` starts, so that tests of starting need not wait for a build each time. */
export async function buildOnce(): Promise<void> {
  await buildValidators(project)
  await buildReader(project)
  await buildServer(project)
  if (!existsSync(join(project, '.build/web/index.html'))) await buildWeb(project)
}
