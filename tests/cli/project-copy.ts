/** A copy of this repository that may be built, broken and killed. */
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { project } from './command-line.ts'

const parts = ['schemas', 'generated', 'generator', 'runtime', 'cli', 'package.json', 'package-lock.json', 'tsconfig.json']

export interface ProjectCopy {
  readonly root: string
  readonly launcher: string
  remove(): void
}

/** Copies what is committed; packages are shared by a link. */
export function copyProject(): ProjectCopy {
  const root = mkdtempSync(join(tmpdir(), 'tablewright-copy-'))
  for (const part of parts) cpSync(join(project, part), join(root, part), { recursive: true })
  symlinkSync(join(project, 'node_modules'), join(root, 'node_modules'))
  return { root, launcher: join(root, 'cli/tablewright.mjs'), remove: () => rmSync(root, { recursive: true, force: true }) }
}
