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
  const root = mkdtempSync(join(tmpdir(), 'tablewright-copy-'))
  for (const name of built ? [...committed, '.build'] : committed)
    if (existsSync(join(from, name))) cpSync(join(from, name), join(root, name), { recursive: true })
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
    remove: () => rmSync(root, { recursive: true, force: true }),
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
