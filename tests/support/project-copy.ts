/** A copy of a project in a folder of its own, to change as a person would. Installed packages are shared by a link. */
import { execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { project } from './running.ts'
import { testProject } from './test-project.ts'

const committed = [
  'schemas',
  'generator',
  'generated',
  'runtime',
  'cli',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
]

const testFolder = join(project, '.build/tests')
/** What the type check of `npm test` knows of each file, if it ran: copies check only what differs. */
const types = join(testFolder, 'types.tsbuildinfo')
/** Packages are named by the link below the copy, so that their paths are those of the repository. */
const typecheck = ['node_modules/typescript/bin/tsc', '--noEmit', '--incremental', '--preserveSymlinks'].concat(
  '--tsBuildInfoFile',
  relative(project, types),
  // Other tests use the other cores.
  '--checkers',
  '1',
)

export interface ProjectCopy {
  readonly root: string
  readonly launcher: string
  read(path: string): string
  write(path: string, text: string): void
  /** Replaces one part of a file, which must be there. */
  edit(path: string, from: string, to: string): void
  /** Files that differ from what was copied, outside `generated/` and `schemas/dialect/`: what was done by hand. */
  byHand(): readonly string[]
  run(command: string, ...args: string[]): Promise<{ code: number; output: string }>
  /** What the compiler finds in it. */
  typecheck(): Promise<string>
  remove(): void
}

/**
 * @param options.built also what was built so far, so that only changes are built again
 * @param options.from the test project, which must have been prepared, unless another is given
 */
export function copyProject({
  built,
  from = testProject,
}: {
  readonly built: boolean
  readonly from?: string
}): ProjectCopy {
  // Commands of the documentation write next to the project, and two copies must not meet there.
  const folder = mkdtempSync(join(tmpdir(), 'tablewright-copy-'))
  const root = join(folder, 'project')
  mkdirSync(root)
  for (const name of built ? [...committed, '.build'] : committed)
    if (existsSync(join(from, name)))
      cpSync(join(from, name), join(root, name), { recursive: true, filter: (path) => path !== testFolder })
  if (existsSync(types)) cpSync(types, join(root, relative(project, types)))
  symlinkSync(join(from, 'node_modules'), join(root, 'node_modules'))
  const before = sourcesBelow(root)
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return {
    root,
    launcher: join(root, 'cli/tablewright.mjs'),
    read,
    write,
    edit(path, from, to) {
      if (!read(path).includes(from)) throw new Error(`${path} has no ${from}`)
      write(
        path,
        read(path).replace(from, () => to),
      )
    },
    byHand: () => [...sourcesBelow(root)].filter(([path, text]) => before.get(path) !== text).map(([path]) => path),
    run: (command, ...args) => run(root, command, args),
    typecheck: async () => (await run(root, 'node', typecheck)).output,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function sourcesBelow(root: string): ReadonlyMap<string, string> {
  const files = ['schemas', 'runtime', 'generator', 'cli'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true }),
  )
  const paths = files
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
  return new Map(
    paths
      .filter((path) => !path.startsWith('schemas/dialect/'))
      .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  )
}

function run(root: string, command: string, args: readonly string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile(command, args, { cwd: root, maxBuffer: 10_000_000 }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, output: stdout + stderr }),
    )
  })
}
