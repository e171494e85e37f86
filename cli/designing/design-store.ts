/**
 * Applied designs, one file for each in the data folder, and a journal while files of the project are written, so that
 * an interrupted change is taken back.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { changedPaths, readSchemaFiles, writeSchemaFiles } from '../adding/schema-files.ts'
import { designFolder, journalPath } from './journal-path.ts'
import type { FormerValues } from '../../runtime/server/db/former-values.ts'
import type { DoneOperation } from './rebase.ts'

export interface Design {
  /** Its file is named after it; ascending. */
  readonly id: string
  /** Username of the administrator. */
  readonly by: string
  /** Seconds since 1970. */
  readonly time: number
  /** One sentence for each operation. */
  readonly words: readonly { readonly 'zh-cn': string; readonly en: string }[]
  readonly done: readonly DoneOperation[]
  /** Why it cannot be taken back; null = it can. */
  readonly isFinal: 'destructive' | 'undone' | null
  /** Values that it rewrote, as they were before; absent = designs of an earlier version. */
  readonly former?: readonly FormerValues[]
  /** The design that this one took back; absent = it is a change of its own, or one that was done again. */
  readonly undoes?: string
}

/** A change while it is applied: enough to complete it, or to take it back, when the process is killed meanwhile. */
export interface Journal {
  /** The process that does it. */
  readonly pid: number
  readonly before: readonly (readonly [path: string, text: string])[]
  readonly after: readonly (readonly [path: string, text: string])[]
  /** Code that is changed as well, as it was. */
  readonly code: readonly (readonly [path: string, text: string])[]
  readonly design: Omit<Design, 'id'> & Required<Pick<Design, 'former'>>
  /** Values that are restored, when it takes an earlier one back. */
  readonly restores: readonly FormerValues[]
  /** The earlier design that this one takes back. */
  readonly undo: string | null
  /** The build that belongs to the files is being made: the database is as it was. */
  readonly isBuilding: boolean
}

export interface DesignStore {
  /** The newest first. */
  readonly list: () => readonly Design[]
  readonly read: (id: string) => Design | null
  /** Notes what is about to be done, and writes the documents that differ. @returns their paths below the project */
  readonly begin: (journal: Journal) => readonly string[]
  /** Replaces what is noted. */
  readonly note: (journal: Journal) => void
  /** It is done: from now on it is one of the applied designs. */
  readonly finish: (journal: Journal) => Design
  /** Takes back what was written of it. */
  readonly takeBack: (journal: Journal) => void
  /** The change that an earlier process began and did not end; null = there is none. */
  readonly interrupted: () => Journal | null
}

const maxDesigns = 500

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // It belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Whether all files are as the change makes them, and the database may be. */
export function hasBegun(root: string, { before, after, isBuilding }: Journal): boolean {
  if (isBuilding) return false
  const [documents, next] = [readSchemaFiles(root), new Map(after)]
  return changedPaths(new Map(before), next).every((path) => {
    const name = path.slice('schemas/'.length)
    return documents.get(name) === next.get(name)
  })
}

export function createDesignStore(root: string, dataFolder: string): DesignStore {
  const folder = designFolder(dataFolder)
  const journal = journalPath(dataFolder)
  const fileOf = (id: string): string => join(folder, `${id}.json`)
  const ids = (): readonly string[] =>
    existsSync(folder)
      ? readdirSync(folder)
          .flatMap((name) => /^(\d{6,12})\.json$/.exec(name)?.[1] ?? [])
          .sort()
          .toReversed()
      : []
  const write = (file: string, value: unknown): void => {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileSync(`${file}.tmp`, JSON.stringify(value), { flush: true })
    renameSync(`${file}.tmp`, file)
  }
  const read = (id: string): Design | null =>
    /^\d{6,12}$/.test(id) && existsSync(fileOf(id)) ? (JSON.parse(readFileSync(fileOf(id), 'utf8')) as Design) : null
  return {
    list: () => ids().flatMap((id) => read(id) ?? []),
    read,
    begin(entry) {
      write(journal, entry)
      return writeSchemaFiles(root, new Map(entry.before), new Map(entry.after))
    },
    note: (entry) => write(journal, entry),
    finish({ design, undo }) {
      const last = Number(ids()[0] ?? 0)
      const former = undo === null ? null : read(undo)
      const isUndo = former !== null && former.undoes === undefined
      const own = { ...design, id: String(last + 1).padStart(6, '0'), ...(isUndo && { undoes: former.id }) }
      write(fileOf(own.id), own)
      if (former) write(fileOf(former.id), { ...former, isFinal: 'undone' })
      rmSync(journal, { force: true })
      for (const id of ids().slice(maxDesigns)) rmSync(fileOf(id), { force: true })
      return own
    },
    takeBack({ before, after, code }) {
      const [former, next] = [new Map(before), new Map(after)]
      const current = readSchemaFiles(root)
      // Only what that change wrote is taken back: an edit of somebody else since then stays.
      const restored = new Map(current)
      for (const path of new Set([...former.keys(), ...next.keys()])) {
        const text = former.get(path)
        if (text === next.get(path) || current.get(path) !== next.get(path)) continue
        if (text === undefined) restored.delete(path)
        else restored.set(path, text)
      }
      writeSchemaFiles(root, current, restored)
      for (const [path, text] of code) writeFileSync(join(root, path), text)
      rmSync(journal, { force: true })
    },
    interrupted() {
      if (!existsSync(journal)) return null
      const entry = JSON.parse(readFileSync(journal, 'utf8')) as Journal
      return entry.pid !== process.pid && isRunning(entry.pid) ? null : entry
    },
  }
}
