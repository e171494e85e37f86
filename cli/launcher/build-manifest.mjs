// A manifest records which files a build product was made from (as reported by the bundler) and their hash, so that an
// edit of any other file never causes a build.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path'

/** File systems count time in steps of up to two seconds. */
const youngestAgeMs = 5000

/** Short content hash of some texts or buffers. */
export function hashOf(...parts) {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\0')
  return hash.digest('hex').slice(0, 24)
}

/** True when `manifestFile` was written with the same key, its inputs are unchanged and all its outputs exist. */
export function isFresh(manifestFile, key) {
  return readFresh(manifestFile, key) !== null
}

/** Absolute paths of the outputs; null when the product is not fresh. */
export function readFreshOutputs(manifestFile, key) {
  const folder = dirname(manifestFile)
  return readFresh(manifestFile, key)?.outputs.map((path) => (isAbsolute(path) ? path : join(folder, path))) ?? null
}

/** The manifest, when its product is fresh. Every start asks this of thousands of files before anything else. */
function readFresh(manifestFile, key) {
  const manifest = readManifest(manifestFile)
  if (!manifest || manifest.key !== key) return null
  const folder = dirname(manifestFile)
  // Whether inputs are there shows when they are asked for. All generated files are inputs as well: they may be edited.
  const inputs = new Set(manifest.inputs)
  const others = manifest.outputs.filter((path) => !inputs.has(path))
  if (!allExist(folder, others)) return null
  const stamp = stampOf(folder, manifest.inputs)
  if (stamp !== null && stamp === manifest.stamp) return manifest
  if (manifest.hash !== hashOfFiles(folder, manifest.inputs)) return null
  if (stamp !== null) tryToWrite(manifestFile, { ...manifest, stamp })
  return manifest
}

/** So many files of a product take longer to ask for than a list of their folder. */
const manyFiles = 20

/**
 * A folder is listed once, which takes less than asking for each of its files. For a few files it takes more: each of
 * hundreds of validators is a product of its own, in the same folder as the others.
 */
function allExist(folder, paths) {
  if (paths.length < manyFiles) return paths.every((path) => existsSync(placeOf(folder, path)))
  const listed = new Map()
  const namesIn = (place) => {
    const known = listed.get(place) ?? new Set(namesOf(place))
    listed.set(place, known)
    return known
  }
  return paths.every((path) => namesIn(placeOf(folder, dirname(path))).has(basename(path)))
}

function namesOf(folder) {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/**
 * Records what a product was made from. `startedAt` (ms since 1970) is when the build began: if a file changed
 * meanwhile, nothing is
 * written, and the next run builds again.
 */
export function writeManifest(manifestFile, { key, inputs, outputs, startedAt }) {
  if (inputs.some((path) => statSync(path).mtimeMs > startedAt)) return
  const folder = dirname(manifestFile)
  mkdirSync(folder, { recursive: true })
  const below = (paths) => [...paths].map((path) => relative(folder, path)).sort()
  const manifest = { key, hash: hashOfFiles(folder, below(inputs)), inputs: below(inputs), outputs: below(outputs) }
  // Without a stamp: the inputs are read once more, when they are old enough for one.
  writeAtomically(manifestFile, JSON.stringify(manifest, null, 1))
}

/** A folder that cannot be written costs time only. */
function tryToWrite(manifestFile, manifest) {
  try {
    writeAtomically(manifestFile, JSON.stringify(manifest, null, 1))
  } catch {
    // The hash decides the next time, too.
  }
}

/** Writes a file through a rename, so that a reader never sees half of it. */
export function writeAtomically(path, text) {
  mkdirSync(dirname(path), { recursive: true })
  const temporary = `${path}.${process.pid}.tmp`
  writeFileSync(temporary, text)
  renameSync(temporary, path)
}

function readManifest(manifestFile) {
  try {
    return JSON.parse(readFileSync(manifestFile, 'utf8'))
  } catch {
    return null
  }
}

/**
 * Size, times and place of each file, so that files need not be read as long as nobody has touched them. A change of
 * content changes `ctime`, which no program can set back. Null while a file is so young that it could change once more
 * within the precision of the clock, or is missing.
 */
function stampOf(folder, paths) {
  const newest = Date.now() - youngestAgeMs
  const facts = new Float64Array(paths.length * 4)
  let at = 0
  for (const path of paths) {
    const found = statSync(placeOf(folder, path), orNothing)
    if (!found || found.ctimeMs > newest) return null
    facts[at++] = found.size
    facts[at++] = found.mtimeMs
    facts[at++] = found.ctimeMs
    facts[at++] = found.ino
  }
  return hashOf(facts)
}

const orNothing = { throwIfNoEntry: false }

/** As `resolve`, which takes longer than asking for the file. */
const placeOf = (folder, path) => (isAbsolute(path) ? path : folder + sep + path)

function hashOfFiles(folder, paths) {
  try {
    return hashOf(...paths.flatMap((path) => [path, readFileSync(placeOf(folder, path))]))
  } catch {
    return 'an input is missing'
  }
}
