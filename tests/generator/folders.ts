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

/**
 * Runs the work on a copy of the schemas of the system and of the test module, without generated files, and removes it
 * again.
 */
export async function onCopy<T>(work: (root: string) => Promise<T>): Promise<T> {
  const root = mkdtempSync(join(tmpdir(), 'tablewright-copy-'))
  try {
    for (const name of ['dialect', 'system'])
      cpSync(join(project, 'schemas', name), join(root, 'schemas', name), { recursive: true })
    cpSync(join(project, 'tests/support/schemas/shop'), join(root, 'schemas/shop'), { recursive: true })
    return await work(root)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}
