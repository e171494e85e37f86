/** A copy of this project in a folder of its own, to change as a person would. Installed packages are shared by a link. */
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { mkdirSync } from 'node:fs'
import { project } from './running.ts'

const copied = ['schemas', 'generator', 'generated', 'runtime', 'cli', 'package.json', 'package-lock.json', 'tsconfig.json', '.build']

export interface ProjectCopy {
  readonly root: string
  read(path: string): string
  write(path: string, text: string): void
  /** Replaces one part of a file, which must be there. */
  edit(path: string, from: string, to: string): void
  /** Files that differ from the original outside `generated/` and `schemas/dialect/`: what was done by hand. */
  byHand(): readonly string[]
  run(command: string, ...args: string[]): Promise<{ code: number; output: string }>
  remove(): void
}

export function copyProject(): ProjectCopy {
  const root = mkdtempSync(join(tmpdir(), 'tablewright-copy-'))
  for (const name of copied) if (existsSync(join(project, name))) cpSync(join(project, name), join(root, name), { recursive: true })
  symlinkSync(join(project, 'node_modules'), join(root, 'node_modules'))
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return {
    root, read, write,
    edit(path, from, to) {
      if (!read(path).includes(from)) throw new Error(`${path} has no ${from}`)
      write(path, read(path).replace(from, () => to))
    },
    byHand: () => ['schemas', 'runtime', 'generator', 'cli'].flatMap((folder) => changed(root, folder)).filter((path) => !path.startsWith('schemas/dialect/')),
    run: (command, ...args) => run(root, command, args),
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}

function changed(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((path) => !existsSync(join(project, path)) || readFileSync(join(project, path), 'utf8') !== readFileSync(join(root, path), 'utf8'))
}

function run(root: string, command: string, args: readonly string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile(command, args, { cwd: root, maxBuffer: 10_000_000 }, (error, stdout, stderr) => resolve({ code: error ? Number(error.code ?? 1) : 0, output: stdout + stderr }))
  })
}
