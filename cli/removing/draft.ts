/** Changes of files that are not made yet. Paths are below the project. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

export interface Draft {
  /** The text as it will be; null = there is no such file. */
  readonly read: (path: string) => string | null
  readonly write: (path: string, text: string) => void
  readonly remove: (path: string) => void
  readonly written: () => readonly string[]
  readonly removed: () => readonly string[]
  /** Calls it with a copy of schemas and code as they will be. */
  readonly inCopy: <T>(work: (root: string) => Promise<T>) => Promise<T>
  /** Makes the changes; folders that become empty go as well. */
  readonly commit: () => void
}

export function createDraft(root: string): Draft {
  const changes = new Map<string, string | null>()
  const read = (path: string): string | null => {
    const change = changes.get(path)
    if (change !== undefined) return change
    const file = join(root, path)
    return existsSync(file) ? readFileSync(file, 'utf8') : null
  }
  const sorted = (isRemoved: boolean): readonly string[] =>
    [...changes].flatMap(([path, text]) => ((text === null) === isRemoved ? [path] : [])).sort()
  const applyTo = (folder: string): void => {
    for (const [path, text] of changes) {
      const file = join(folder, path)
      if (text === null) removeWithFolders(folder, path)
      else {
        mkdirSync(dirname(file), { recursive: true })
        writeFileSync(file, text)
      }
    }
  }
  return {
    read,
    write: (path, text) => {
      if (text !== read(path)) changes.set(path, text)
    },
    remove: (path) => {
      if (read(path) !== null) changes.set(path, null)
    },
    written: () => sorted(false),
    removed: () => sorted(true),
    commit: () => applyTo(root),
    inCopy: async (work) => {
      const folder = mkdtempSync(join(tmpdir(), 'tablewright-remove-'))
      try {
        for (const path of copied)
          if (existsSync(join(root, path))) cpSync(join(root, path), join(folder, path), { recursive: true })
        applyTo(folder)
        return await work(folder)
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    },
  }
}

/** The files that `check` reads. */
const copied = ['schemas', 'runtime/modules', 'runtime/main.server.ts', 'runtime/main.web.tsx', 'package.json']

/** Folders that the project itself has stay. */
const lastingFolders = ['.', 'schemas', 'runtime', 'runtime/modules']

function removeWithFolders(root: string, path: string): void {
  rmSync(join(root, path), { force: true })
  for (let folder = dirname(path); !lastingFolders.includes(folder); folder = dirname(folder)) {
    const place = join(root, folder)
    if (!existsSync(place) || readdirSync(place).length > 0) return
    rmdirSync(place)
  }
}
