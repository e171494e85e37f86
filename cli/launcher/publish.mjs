// Puts finished files where they are read from, so that a reader at any moment finds a whole product: files with a hash
// in their
// name first, entry files last, each by one rename. Older files stay a day, for processes and browser tabs that still
// use them.
import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const keepMs = 24 * 60 * 60 * 1000

/**
 * Moves all files below `from` to `to`; those for which `isEntry` is true come last. Returns the new paths.
 * Of what lay there before only files for which `isOurs` is true may be removed, when they are old. Both are asked
 * with the path below `to`.
 */
export function publish(from, to, { isEntry, isOurs = () => true }) {
  const files = filesBelow(from)
    .map((path) => relative(from, path))
    .sort((a, b) => Number(isEntry(a)) - Number(isEntry(b)))
  for (const file of files) {
    mkdirSync(dirname(join(to, file)), { recursive: true })
    renameSync(join(from, file), join(to, file))
  }
  rmSync(from, { recursive: true, force: true })
  // An entry file that is no longer made (a compressed twin) would go on speaking for an older product.
  removeOld(to, (file) => !files.includes(file) && isOurs(file), isEntry)
  return files.map((file) => join(to, file))
}

function removeOld(folder, isOld, isEntry) {
  for (const path of filesBelow(folder)) {
    const file = relative(folder, path)
    if (isOld(file) && (isEntry(file) || Date.now() - statSync(path).mtimeMs > keepMs)) rmSync(path, { force: true })
  }
}

/** Paths of all files below a folder; none when it does not exist. */
export function filesBelow(folder) {
  let entries = []
  try {
    entries = readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
  return entries.flatMap((entry) =>
    entry.isDirectory() ? filesBelow(join(folder, entry.name)) : [join(folder, entry.name)],
  )
}
