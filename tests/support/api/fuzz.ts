/**
 * Asks every route that an OpenAPI document describes, with what it allows and with what it does not, as different
 * callers, and compares the answers with the document.
 */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { createGenerator, createRandom, type Generator, type Random, type Schema } from './random-value.ts'

export interface Operation {
  readonly path: string
  readonly method: string
  readonly detail: Schema
}

export interface Caller {
  readonly name: string
  /** Only this area knows the caller: elsewhere one request tells it all. */
  readonly area: 'admin' | 'api' | null
  /** Headers that sign in. */
  headers(): Promise<Readonly<Record<string, string>>>
}

export interface FuzzOptions {
  readonly address: string
  readonly document: Schema
  readonly callers: readonly Caller[]
  readonly seed: number
  /** Requests for each operation and caller that are valid, the first with nothing optional, and that are not. */
  readonly valid: number
  readonly invalid: number
  /** How many operations callers try that do not belong there: 1 = all. */
  readonly outside: number
  /** Values that make sense for an input of that name. */
  readonly known: (operation: Operation, name: string) => readonly unknown[]
  /** Operations that are left out, as `METHOD /path`. */
  readonly without: ReadonlySet<string>
}

export interface FuzzReport {
  readonly requests: number
  readonly operations: number
  /** Requests by HTTP status and code, `200 1`. */
  readonly outcomes: ReadonlyMap<string, number>
  readonly findings: readonly string[]
  /** Operations that no request succeeded with. */
  readonly never: readonly string[]
}

/** All operations of a document, those last that remove what the others work on. */
const operationsOf = (document: Schema): readonly Operation[] =>
  Object.entries(document['paths'] as Record<string, Record<string, Schema>>)
    .flatMap(([path, item]) =>
      Object.entries(item).map(([method, detail]) => ({ path, method: method.toUpperCase(), detail })),
    )
    .toSorted((one, other) => lateness(one) - lateness(other))

const lateness = ({ method, path }: Operation): number => (path.endsWith('/restore') ? 2 : method === 'DELETE' ? 1 : 0)

const pointer = (...parts: readonly string[]): string =>
  `api#/${parts.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`

/** Checks values against parts of the document. Each part is compiled when it is first needed. */
function createChecker(
  document: Schema,
): (place: readonly string[], value: unknown, spelling?: 'coerced') => string | null {
  // Nothing else than whether a value fits is asked for, so one error is enough.
  const options = { strict: false, validateFormats: false, allErrors: false, code: { optimize: false } } as const
  const exact = new Ajv2020(options)
  // The document says in words that "" means null, that values may be spelled as other types, and that an input with a
  // condition is read only where it holds.
  const coercing = new Ajv2020({ ...options, coerceTypes: true })
  exact.addSchema({ ...document, $id: 'api' })
  coercing.addSchema({ ...withoutConditional(document), $id: 'api' })
  const known = new Map<string, ValidateFunction>()
  return (place, value, spelling) => {
    const key = pointer(...place)
    const ajv = spelling ? coercing : exact
    const validate = known.get(`${key} ${spelling}`) ?? ajv.compile({ $ref: key })
    known.set(`${key} ${spelling}`, validate)
    if (validate(spelling ? structuredClone(value) : value)) return null
    return ajv.errorsText(validate.errors, { separator: '; ' }).slice(0, 600)
  }
}

/** The same document where inputs with a condition may be anything. */
function withoutConditional<T>(value: T): T {
  return JSON.parse(
    JSON.stringify(value, (_name, one: unknown) =>
      typeof one === 'object' && one !== null && 'x-when' in one ? {} : one,
    ),
  ) as T
}

interface Sent {
  readonly address: string
  readonly body: BodyInit | null
  readonly type: string | null
  /** Null = it has none that is JSON. */
  readonly json: unknown
  readonly shown: string
}

export async function fuzz(options: FuzzOptions): Promise<FuzzReport> {
  const { document, callers, seed, address, without } = options
  const check = createChecker(document)
  const random = createRandom(seed)
  const resolve = (reference: string): Schema =>
    reference
      .slice(2)
      .split('/')
      .reduce<Schema>((at, part) => at[part.replaceAll('~1', '/').replaceAll('~0', '~')] as Schema, document)
  const outcomes = new Map<string, number>()
  const findings = new Set<string>()
  const never: string[] = []
  let requests = 0
  for (const operation of operationsOf(document)) {
    if (without.has(`${operation.method} ${operation.path}`)) continue
    let isDone = false
    const generator = createGenerator(random, resolve, (name) => options.known(operation, name))
    for (const caller of callers) {
      const isKnown = caller.area !== null && operation.path.startsWith(`/${caller.area}/`)
      if (!isKnown && options.outside < 1 && random.next() >= options.outside) continue
      for (let round = 0; round < (isKnown ? options.valid + options.invalid : 1); round++) {
        const isValid = round < options.valid
        const kind = round === 0 ? 'minimal' : isValid ? 'valid' : 'invalid'
        const sent = build(operation, generator, random, resolve, kind)
        const headers = { 'x-tablewright': '1', 'think-lang': 'en', ...(await caller.headers()) }
        const response = await fetch(`${address}${sent.address}`, {
          method: operation.method,
          headers: { ...headers, ...(sent.type && { 'content-type': sent.type }) },
          ...(sent.body !== null && { body: sent.body }),
        })
        const text = await response.text()
        requests++
        const place = ['paths', operation.path, operation.method.toLowerCase()]
        const { found, outcome } = judge({ operation, sent, response, text, isValid, check, place })
        isDone ||= outcome === '200 1' || /^200 [a-z]+\//.test(outcome)
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
        if (found !== null)
          findings.add(`${operation.method} ${operation.path} as ${caller.name}: ${found}\n    sent ${sent.shown}`)
      }
    }
    if (!isDone) never.push(`${operation.method} ${operation.path}`)
  }
  return { requests, operations: operationsOf(document).length, outcomes, findings: [...findings], never }
}

/** Refusals that contradict what the document allows: type, length and bounds are in it. */
const shapeProblems = new RegExp(
  '^(.{0,80}(—|:) )?(Invalid value type|This has to be .*|Enter a whole number|Enter at (least|most) \\d+ characters|' +
    'M(in|ax)imum number of items: \\d+)$',
)

/** Whether the document leaves open what an input may be, because another input decides it. */
function isOpen({ detail }: Operation, name: string): boolean {
  const body = detail['requestBody'] as { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
  const properties = body.content['application/json']?.schema['properties'] as Record<string, Schema> | undefined
  const property = properties?.[name]
  return property !== undefined && Object.keys(property).every((keyword) => keyword === 'description')
}

interface Judged {
  readonly operation: Operation
  readonly sent: Sent
  readonly response: Response
  readonly text: string
  readonly isValid: boolean
  readonly check: ReturnType<typeof createChecker>
  readonly place: readonly string[]
}

function judge({ operation, sent, response, text, isValid, check, place }: Judged): {
  readonly found: string | null
  readonly outcome: string
} {
  const { status } = response
  const type = (response.headers.get('content-type') ?? '').split(';')[0] ?? ''
  const json = type === 'application/json' ? (JSON.parse(text) as { code?: unknown; data?: unknown }) : null
  const outcome = `${status} ${String(json?.code ?? type)}`
  const responses = operation.detail['responses'] as Record<string, Schema>
  const short = text.slice(0, 300)
  if (status >= 500) return { outcome, found: `answered ${status} ${short}` }
  const declared = responses[String(status)]
  if (!declared) return { outcome, found: `the status ${status} is not documented: ${short}` }
  const reference = declared['$ref']
  const at = typeof reference === 'string' ? reference.slice(2).split('/') : [...place, 'responses', String(status)]
  const content = (typeof reference === 'string' ? null : declared['content']) as Record<string, unknown> | null
  if (content && !(type in content)) return { outcome, found: `the type ${type} is not documented: ${short}` }
  const problem = json === null ? null : check([...at, 'content', 'application/json', 'schema'], json)
  if (problem !== null) return { outcome, found: `the answer differs: ${problem}\n    ${short}` }
  if (sent.json === null) return { outcome, found: null }
  const body = [...place, 'requestBody', 'content', 'application/json', 'schema']
  const exact = check(body, sent.json)
  const bodyProblem = exact === null ? null : check(body, sent.json, 'coerced')
  const { results } = (json?.data ?? {}) as { readonly results?: readonly { readonly code: number }[] }
  const isAccepted = json?.code === 1 && results?.every(({ code }) => code !== 1) !== true
  if (bodyProblem !== null && isAccepted) return { outcome, found: `accepted what is not documented: ${bodyProblem}` }
  const errors = (json?.data as { errors?: Record<string, string> } | null)?.errors ?? {}
  const contradiction = Object.entries(errors).find(
    ([name, message]) => shapeProblems.test(message) && !isOpen(operation, name),
  )
  if (isValid && exact === null && contradiction)
    return { outcome, found: `refused what is documented: ${contradiction.join(': ')}` }
  return { outcome, found: null }
}

function build(
  { path, detail }: Operation,
  generator: Generator,
  random: Random,
  resolve: (reference: string) => Schema,
  kind: 'minimal' | 'valid' | 'invalid',
): Sent {
  const make = generator[kind]
  const isValid = kind !== 'invalid'
  const query: string[] = []
  for (const declared of (detail['parameters'] as readonly Schema[] | undefined) ?? []) {
    const parameter = typeof declared['$ref'] === 'string' ? resolve(declared['$ref']) : declared
    const { name, required, schema } = parameter as { name: string; required?: boolean; schema: Schema }
    const isLeftOut = { minimal: !required, valid: !required && random.below(4) > 0, invalid: random.below(3) === 0 }
    if (isLeftOut[kind]) continue
    const holder = make({ type: 'object', properties: { [name]: schema }, required: [name] }) as Schema
    query.push(...(name in holder ? queryOf(name, holder[name]) : []))
  }
  const address = `${path}${query.length > 0 ? `?${query.join('&')}` : ''}`
  const body = detail['requestBody'] as { content: Record<string, { schema: Schema }> } | undefined
  if (!body) return { address, body: null, type: null, json: null, shown: address }
  const json = body.content['application/json']
  if (json) {
    // What JSON says of the value is what the server reads.
    const text = JSON.stringify(make(json.schema)) ?? 'null'
    return {
      address,
      body: text,
      type: 'application/json',
      json: JSON.parse(text),
      shown: `${address} ${text.slice(0, 800)}`,
    }
  }
  const form = new FormData()
  const fields = make(body.content['multipart/form-data']?.schema ?? {}) as Record<string, unknown>
  for (const [name, value] of Object.entries(fields ?? {}))
    if (name === 'file')
      form.append(name, new Blob([plainText(value)]), isValid ? 'rows.csv' : random.pick(['', 'a.exe', 'rows.csv']))
    else form.append(name, plainText(value))
  return {
    address,
    body: form,
    type: null,
    json: null,
    shown: `${address} a form ${JSON.stringify(fields).slice(0, 300)}`,
  }
}

function queryOf(name: string, value: unknown): readonly string[] {
  const pair = (key: string, one: unknown): string =>
    `${encodeURIComponent(key)}=${encodeURIComponent(wellFormed(plainText(one)))}`
  if (name === 'search' && Array.isArray(value))
    return value.flatMap((one: unknown, index) =>
      Object.entries((one ?? {}) as Schema).flatMap(([key, part]) =>
        Array.isArray(part)
          ? part.map((item: unknown) => pair(`search[${index}][${key}][]`, item))
          : [pair(`search[${index}][${key}]`, part)],
      ),
    )
  return Array.isArray(value) ? value.map((one: unknown) => pair(name, one)) : [pair(name, value)]
}

const plainText = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))

/** No address can contain half a surrogate pair. */
const wellFormed = (text: string): string => text.replaceAll(/\p{Surrogate}/gu, '\ufffd')
