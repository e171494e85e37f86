/** Folders as plain values: what lies in them, and copies to play with. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The project this test belongs to. */
export const project = join(import.meta.dirname, '../..')

/** Texts of all files below a folder, by their path in it. */
export function filesBelow(folder: string): Record<string, string> {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  return Object.fromEntries(
    paths.sort().map((path) => [path.slice(folder.length + 1).replaceAll('\\', '/'), readFileSync(path, 'utf8')]),
  )
}

/** Runs the work on a copy of the shipped schemas, without anything generated, and removes it again. */
export async function onCopy<T>(work: (root: string) => Promise<T>): Promise<T> {
  const root = mkdtempSync(join(tmpdir(), 'tablewright-copy-'))
  try {
    cpSync(join(project, 'schemas'), join(root, 'schemas'), { recursive: true })
    return await work(root)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}
