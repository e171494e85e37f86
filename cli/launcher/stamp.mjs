// Stamps tell whether a build product still follows from the files it was made of. A stamp names those files exactly (the bundler
// told them), so an edit elsewhere never causes a build.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'

/** Short content hash of some texts or buffers. */
export function hashOf(...parts) {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\0')
  return hash.digest('hex').slice(0, 24)
}

/** True when `stampFile` was written with the same key, its inputs are unchanged and all its outputs exist. */
export function isFresh(stampFile, key) {
  const stamp = readStamp(stampFile)
  if (!stamp || stamp.key !== key) return false
  const folder = dirname(stampFile)
  if (!stamp.outputs.every((path) => existsSync(resolve(folder, path)))) return false
  return stamp.hash === hashOfFiles(folder, stamp.inputs)
}

/**
 * Notes what a product was made of. `startedAt` (ms since 1970) is when the build began: if a file changed meanwhile, nothing is
 * written, and the next run builds again.
 */
export function writeStamp(stampFile, { key, inputs, outputs, startedAt }) {
  if (inputs.some((path) => statSync(path).mtimeMs > startedAt)) return
  const folder = dirname(stampFile)
  mkdirSync(folder, { recursive: true })
  const below = (paths) => [...paths].map((path) => relative(folder, path)).sort()
  const stamp = { key, hash: hashOfFiles(folder, below(inputs)), inputs: below(inputs), outputs: below(outputs) }
  writeWhole(stampFile, JSON.stringify(stamp, null, 1))
}

/** Writes a file so that nobody ever sees half of it. */
export function writeWhole(path, text) {
  mkdirSync(dirname(path), { recursive: true })
  const temporary = `${path}.${process.pid}.tmp`
  writeFileSync(temporary, text)
  renameSync(temporary, path)
}

function readStamp(stampFile) {
  try {
    return JSON.parse(readFileSync(stampFile, 'utf8'))
  } catch {
    return null
  }
}

function hashOfFiles(folder, paths) {
  try {
    return hashOf(...paths.flatMap((path) => [path, readFileSync(resolve(folder, path))]))
  } catch {
    return 'an input is missing'
  }
}
