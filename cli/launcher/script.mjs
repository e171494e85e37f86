// Loads bundles of CommonJS with the code that V8 made of them at an earlier start, because compiling takes a start
// longer than anything else. The code is kept beside each file (`main.cjs.code`) and used only for the very text, Node
// and processor that it was made for; in all other cases, and where it cannot be written, V8 compiles again.
import { isAscii } from 'node:buffer'
import { createHash } from 'node:crypto'
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import Module, { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { constants, Script } from 'node:vm'
import { writeAtomically } from './build-manifest.mjs'

/** Of Node: whatever loads a file here or there, it is loaded once. */
const { cache: modules } = createRequire(import.meta.url)

/** As Node calls a module of CommonJS. Strict mode is up to the bundle. */
const wrapper = ['(function (exports, require, module, __filename, __dirname) {', '\n})'].map((text) =>
  Buffer.from(text),
)

/** Scripts whose code is not stored yet, by path. */
const compiled = new Map()

/** What the bundle exports, as `require` answers it. Its chunks are loaded in the same way. */
export function loadScript(path) {
  const known = modules[path]
  if (known) return known.exports
  const module = Object.assign(new Module(path), { filename: path })
  modules[path] = module
  depth += 1
  try {
    const require = createRequire(path)
    const load = (id) => (/^\.{1,2}\/.*\.cjs$/.test(id) ? loadScript(join(dirname(path), id)) : require(id))
    const run = compile(path).runInThisContext()
    run.call(module.exports, module.exports, Object.assign(load, require), module, path, dirname(path))
    module.loaded = true
  } catch (error) {
    delete modules[path]
    throw error
  } finally {
    depth -= 1
    if (depth === 0) memory.resize(0)
  }
  return module.exports
}

/**
 * Stores the code of all scripts that V8 had to compile, with that of the functions that have run by now. Call it when
 * the first work is done.
 */
export function storeCode() {
  for (const [path, { script, hash }] of compiled) {
    const code = script.createCachedData()
    try {
      writeAtomically(codeFile(path), Buffer.concat([digestOf(hash, code), code]))
    } catch {
      // A folder that cannot be written costs time only.
    }
  }
  compiled.clear()
}

const codeFile = (path) => `${path}.code`

function compile(path) {
  const text = read(path, wrapper)
  const hash = createHash('sha256').update(`${process.version} ${process.arch} ${text.length} `).update(text)
  const source = isAscii(text) ? text.latin1Slice() : text.utf8Slice()
  const cachedData = readCode(path, hash)
  const options = {
    filename: path,
    columnOffset: -wrapper[0].length,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    ...(cachedData && { cachedData }),
  }
  const script = new Script(source, options)
  // V8 refuses code of other options, and of other processors of the same kind.
  if (!cachedData || script.cachedDataRejected) compiled.set(path, { script, hash })
  return script
}

/** Null when there is none of this text, or it is damaged: V8 runs what it is given. */
function readCode(path, hash) {
  try {
    const stored = read(codeFile(path))
    const code = stored.subarray(digestLength)
    return digestOf(hash, code).equals(stored.subarray(0, digestLength)) ? code : null
  } catch {
    return null
  }
}

const nothing = Buffer.alloc(0)
/**
 * One for all files, because none is read while another one is needed. It can be given back at once, where others wait
 * for a whole collection.
 */
const memory = new ArrayBuffer(0, { maxByteLength: 128 * 1024 * 1024 })
/** How many scripts are being loaded. */
let depth = 0

/** The file between two texts. Valid until the next call. */
function read(path, [before, after] = [nothing, nothing]) {
  const file = openSync(path)
  try {
    const length = before.length + fstatSync(file).size + after.length
    if (memory.byteLength < length) memory.resize(length)
    const bytes = Buffer.from(memory, 0, length)
    let at = before.copy(bytes)
    while (at < length - after.length) {
      const count = readSync(file, bytes, at, length - after.length - at, null)
      if (count === 0) throw new Error(`${path} became shorter while it was read`)
      at += count
    }
    after.copy(bytes, at)
    return bytes
  } finally {
    closeSync(file)
  }
}

const digestLength = 32
const digestOf = (hash, code) => hash.copy().update(code).digest()
