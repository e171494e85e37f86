/**
 * The list of erased people in the data folder: a backup that was made before has the faces, and they are erased again
 * before anything of it is used. The list has random references only.
 */
import { existsSync } from 'node:fs'
import { appendFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder, nowSeconds, type Settings } from 'tablewright/server'

type Folder = Pick<Settings, 'dataFolder'>

/** One line for each person: the reference and the second. Not part of backups, and not replaced by `restore`. */
export const tombstoneFile = ({ dataFolder }: Folder): string => join(dataFolder, 'erased-faces.txt')

/** Adds people to the list. */
export async function noteErased(settings: Folder, references: readonly string[]): Promise<void> {
  makeFolder(settings.dataFolder)
  const lines = references.map((reference) => `${reference} ${nowSeconds()}\n`)
  await appendFile(tombstoneFile(settings), lines.join(''), { mode: 0o600 })
}

/** The references of all who were erased. */
export async function readReferences(settings: Folder): Promise<ReadonlySet<string>> {
  const path = tombstoneFile(settings)
  if (!existsSync(path)) return new Set()
  const lines = (await readFile(path, 'utf8')).split('\n')
  return new Set(lines.map((line) => line.slice(0, 36)).filter((reference) => reference.length === 36))
}
