// Reads or writes one workbook in a thread of its own: neither its time nor its memory is that of the server.
// Plain JavaScript, because a worker is loaded as a file.
import { EventEmitter, once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { readXlsx, streamXlsxRows, writeXlsxStream } from 'hucre/xlsx'

/** Rows that are sent together. */
const batchSize = 500

class Problem extends Error {
  constructor(code, params = {}) {
    super(code)
    this.answer = { code, params }
  }
}

/** Answers of the server's thread that wait for their reader, by kind. */
const answers = { next: [], rows: [], written: [] }
const arrivals = new EventEmitter()
parentPort.on('message', ({ kind, value }) => {
  if (kind === 'exit') process.exit()
  answers[kind].push(value)
  arrivals.emit(kind)
})

async function answerOf(kind) {
  while (answers[kind].length === 0) await once(arrivals, kind)
  return answers[kind].shift()
}

try {
  await (workerData.work === 'read' ? read(workerData) : write(workerData))
} catch (error) {
  parentPort.postMessage({ problem: error instanceof Problem ? error.answer : { code: 'broken', params: {} } })
}
parentPort.close()

/** Sends the names of the sheets, then rows as they are asked for: their number in the sheet, and texts of cells. */
async function read({ bytes, sheet, limits }) {
  const sheets = await sheetsOf(bytes)
  const index = sheet === null ? await firstFilled(bytes, sheets) : sheets.findIndex(({ name }) => name === sheet)
  if (index < 0) throw new Problem('sheet', { sheet: sheet ?? '', sheets: sheets.map(({ name }) => name).join(', ') })
  parentPort.postMessage({ sheets: sheets.map(({ name }) => name), sheet: sheets[index].name })
  let batch = []
  let rows = 0
  let characters = 0
  const send = async (isLast) => {
    await answerOf('next')
    parentPort.postMessage({ rows: batch, isLast })
    batch = []
  }
  for await (const { index: row, values } of streamXlsxRows(bytes, { sheet: index })) {
    const cells = cellsOf(values)
    if (cells.length === 0) continue
    if (cells.length > limits.columns) throw new Problem('columns', { line: row + 1, limit: limits.columns })
    // Lines above the header are no rows of the import.
    if (++rows > limits.rows + limits.titleRows) throw new Problem('rows', { limit: limits.rows })
    for (const cell of cells) characters += cell.length
    if (characters > limits.characters) throw new Problem('characters', { limit: limits.characters })
    batch.push([row + 1, cells])
    if (batch.length === batchSize) await send(false)
  }
  await send(true)
}

async function sheetsOf(bytes) {
  const sheets = []
  // The library asks about every sheet before it reads one; none is read here.
  const note = ({ name, hidden, veryHidden }) => {
    sheets.push({ name, isHidden: hidden === true || veryHidden === true })
    return false
  }
  await readXlsx(bytes, { sheets: note })
  return sheets
}

/** The first sheet that a person sees with a header and a row; else the first one with content, or of all. */
async function firstFilled(bytes, sheets) {
  let withContent = null
  for (const [index, { isHidden }] of sheets.entries()) {
    if (isHidden) continue
    let rows = 0
    for await (const { values } of streamXlsxRows(bytes, { sheet: index }))
      if (cellsOf(values).length > 0 && ++rows === 2) return index
    if (rows > 0) withContent ??= index
  }
  return withContent ?? (sheets.length > 0 ? 0 : -1)
}

/** The texts of a row without blank cells at its end. */
function cellsOf(values) {
  let length = values.length
  while (length > 0 && textOf(values[length - 1]).trim() === '') length--
  return values.slice(0, length).map(textOf)
}

function textOf(value) {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return numberText(value)
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  return value instanceof Date ? momentText(value) : String(value)
}

/** A spreadsheet knows 15 digits; a longer number has lost the others, which its form says. */
function numberText(number) {
  const exact = Number(number.toPrecision(15))
  const size = Math.abs(exact)
  if (size >= 1e15) return exact.toExponential().toUpperCase()
  return size > 0 && size < 1e-6 ? exact.toFixed(20).replace(/0+$/, '') : String(exact)
}

/** Days without a time of day, and times without a day, are written without the other. */
function momentText(date) {
  if (Number.isNaN(date.getTime())) return ''
  const [day, time] = new Date(Math.round(date.getTime() / 1000) * 1000).toISOString().slice(0, 19).split('T')
  if (day < '1900-01-01') return time
  return time === '00:00:00' ? day : `${day} ${time}`
}

/** Asks for rows (`rows`), and sends bytes as they come about. Rows are lines of JSON: lists of texts. */
async function write({ name, columns }) {
  const types = columns.map(({ type }) => type)
  const stream = writeXlsxStream(rowsAsked(types), {
    name,
    freezePane: { rows: 1 },
    columns: columns.map(({ header, format, width }) => ({
      header: escaped(header),
      width,
      ...(format && { numFmt: format }),
    })),
  })
  for await (const bytes of stream) {
    parentPort.postMessage({ bytes })
    await answerOf('written')
  }
  parentPort.postMessage('end')
}

async function* rowsAsked(types) {
  for (;;) {
    parentPort.postMessage('rows')
    const lines = await answerOf('rows')
    if (lines === null) return
    for (const cells of JSON.parse(`[${lines.trimEnd().replaceAll('\n', ',')}]`))
      yield cells.map((text, index) => valueOf(text, types[index]))
  }
}

/** Characters that XML does not allow are written so; a text that looks like it is escaped itself. */
function escaped(text) {
  return text.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
}

/** A value that a spreadsheet can compute with; a text where it would not be the same value. */
function valueOf(text, type) {
  if (text === '') return null
  if (type === 'number' && /^-?\d+(\.\d+)?$/.test(text) && text.replace(/^-?0*|\D/g, '').length <= 15)
    return Number(text)
  if (type !== 'moment' && type !== 'day') return escaped(text)
  const date = new Date(`${text.replace(' ', 'T')}${type === 'day' ? 'T00:00:00' : ''}Z`)
  // Days before that are counted differently from program to program.
  return Number.isNaN(date.getTime()) || text < '1900-03-01' ? text : date
}
