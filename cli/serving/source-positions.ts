/**
 * Errors and lines of the console name the file and the line that somebody wrote, not those of the built server. Node's
 * own source maps would be read at every start; these are read when the first error is shown.
 */
import { existsSync, readFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A place in a source: `runtime/modules/yard/server/visits.ts:12:5`. */
type PlaceOf = (file: string, line: number, column: number) => string | null

let isShown = false

/**
 * Installs it for this process.
 * @param root of the project, below which places are named
 * @param folder of what was built: files elsewhere are named as they are
 */
export function showSourcePositions(root: string, folder: string): void {
  if (isShown) return
  isShown = true
  const placeOf = createPlaces(root, folder)
  Error.prepareStackTrace = (error, frames) =>
    [headOf(error), ...frames.map((frame) => `    at ${describe(frame, placeOf)}`)].join('\n')
  const modules = ['runtime', 'modules', ''].join('/')
  for (const name of ['log', 'info', 'warn', 'error', 'debug'] as const) {
    const write = console[name].bind(console)
    console[name] = (...values: unknown[]) => {
      const place = callerOf(console[name], placeOf)
      write(...values, ...(place?.startsWith(modules) ? [`(${place.replace(/:\d+$/, '')})`] : []))
    }
  }
}

function headOf(error: Error): string {
  try {
    return String(error)
  } catch {
    // Any value may be thrown, also one that cannot be turned into a text.
    return 'Error'
  }
}

function describe(frame: NodeJS.CallSite, placeOf: PlaceOf): string {
  const [file, line, column] = [frame.getFileName(), frame.getLineNumber(), frame.getColumnNumber()]
  const text = String(frame)
  if (typeof file !== 'string' || line === null || column === null) return text
  const place = placeOf(file, line, column)
  return place === null ? text : text.replace(`${file}:${line}:${column}`, place)
}

/** Where the function was called; null when it cannot be told. */
function callerOf(callee: (...values: unknown[]) => void, placeOf: PlaceOf): string | null {
  const { prepareStackTrace, stackTraceLimit } = Error
  const target: { stack?: NodeJS.CallSite[] } = {}
  try {
    Error.stackTraceLimit = 1
    Error.prepareStackTrace = (_error, frames) => frames
    Error.captureStackTrace(target, callee)
    const [frame] = target.stack ?? []
    const [file, line, column] = [frame?.getFileName(), frame?.getLineNumber(), frame?.getColumnNumber()]
    return typeof file === 'string' && line && column ? placeOf(file, line, column) : null
  } finally {
    Object.assign(Error, { prepareStackTrace, stackTraceLimit })
  }
}

function createPlaces(root: string, folder: string): PlaceOf {
  const maps = new Map<string, SourceMap | null>()
  const mapOf = (path: string): SourceMap | null => {
    const earlier = maps.get(path)
    if (earlier !== undefined) return earlier
    const map = path.startsWith(folder + sep) ? readMap(`${path}.map`) : null
    maps.set(path, map)
    return map
  }
  return (file, line, column) => {
    const path = file.startsWith('file:') ? fileURLToPath(file) : file
    const entry = mapOf(path)?.findEntry(line - 1, column - 1)
    if (!entry || !('originalSource' in entry) || !entry.originalSource) return null
    const source = resolve(dirname(path), entry.originalSource)
    const below = relative(root, source)
    const name = below.startsWith('..') || isAbsolute(below) ? source : below.split(sep).join('/')
    return `${name}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
  }
}

function readMap(file: string): SourceMap | null {
  try {
    return existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, 'utf8')) as SourceMapPayload) : null
  } catch {
    // A build that is being replaced: the error is shown without.
    return null
  }
}
