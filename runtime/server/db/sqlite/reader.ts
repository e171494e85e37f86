/**
 * Entry of a reader worker: runs statements on a read-only connection and answers finished JSON text, or the lines of
 * exports.
 */
import { getPriority, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import type Sqlite from 'better-sqlite3'
import { memoizeByObject, type StoredValue } from '../../../protocol/index.ts'
import type { RowShape } from '../../core/models/row-shape.ts'
import { encodeRows } from '../../core/models/row-json.ts'
import { codeOf, messageOf } from '../store-error.ts'
import type { Row, Statement } from '../tables.ts'
import { DataVersion, openReader } from './connection.ts'
import { CountCache } from './count-cache.ts'
import { serveExports } from './export-reader.ts'
import { ReadInterrupt } from './read-interrupt.ts'
import type { ReaderAnswer, ReaderMessage, ReaderRequest, ReaderSetup } from './reader-messages.ts'
import { Statements } from './statements.ts'

const setup = workerData as ReaderSetup
// This file runs in a worker only, and a worker has a port to its parent.
const port = parentPort!
const interrupt = new ReadInterrupt(setup.cancelMemory)
const shapes = new Map<number, RowShape>()
let connection: Sqlite.Database
let statements: Statements
let counts: CountCache
let dataVersion: DataVersion

/** On Linux a priority belongs to a thread, 0 is the one that asks; elsewhere to the process, which keeps its own. */
function lowerPriority(niceness: number): void {
  if (niceness === 0 || process.platform !== 'linux') return
  try {
    setPriority(0, Math.min(19, getPriority(0) + niceness))
  } catch {
    // Whoever forbids that has readers of the same priority.
  }
}

function open(): Sqlite.Database {
  connection = openReader(setup.file, setup.cacheKilobytes, setup.attachments)
  interrupt.register(connection)
  statements = new Statements(connection)
  counts = new CountCache()
  dataVersion = new DataVersion(connection, setup.attachments)
  return connection
}

function listen(message: ReaderMessage): void {
  if (message === 'close') {
    connection.close()
    port.close()
  } else if (message === 'reopen') {
    connection.close()
    open()
  } else {
    port.postMessage(message.map(answer))
  }
}

function answer(request: ReaderRequest): ReaderAnswer {
  if (request.newShape && request.shape !== null) shapes.set(request.shape, request.newShape)
  try {
    interrupt.begin(request)
    return { id: request.id, ...read(request) }
  } catch (error) {
    return { id: request.id, error: { message: messageOf(error), code: codeOf(error) } }
  }
}

/** Rows and count are read in the same transaction. */
function read(request: ReaderRequest): { list: string; count: number | null } {
  const { count, walk, plain } = request
  if (count === null) return { list: listOf(request, request.rows), count: null }
  statements.of('begin').run()
  try {
    const version = dataVersion.read()
    const countOf = (statement: Statement): number => counts.of(statement, version, () => numberOf(statement))
    const way = plain !== null && countOf(plain.when) > 0 ? plain : { rows: request.rows, count }
    const total = countOf(way.count)
    if (total === 0) return { count: 0, list: '[]' }
    const isWalked = walk !== null && total ** 2 > numberOf(walk.maxSquare)
    return { count: total, list: listOf(request, isWalked ? walk.rows : way.rows) }
  } finally {
    statements.of('commit').run()
  }
}

function listOf(request: ReaderRequest, rows: Statement): string {
  if (request.shape === null) return JSON.stringify(all(rows))
  const statement = statements.of(rows.sql).raw(true)
  try {
    return encodeRows(
      // The first request with a shape brings it along.
      shapes.get(request.shape)!,
      namesOf(statement),
      statement.all(...rows.parameters) as StoredValue[][],
    )
  } finally {
    statement.raw(false)
  }
}

const namesOf = memoizeByObject((statement: Sqlite.Statement<unknown[]>): readonly string[] =>
  statement.columns().map((column) => column.name),
)

const numberOf = (statement: Statement): number => Number(Object.values(all(statement)[0] ?? {})[0] ?? 0)

const all = (statement: Statement): Row[] => statements.of(statement.sql).all(...statement.parameters) as Row[]

lowerPriority(setup.niceness)
const first = open()
if (setup.isForExports) serveExports(port, first, interrupt)
else port.on('message', listen)
