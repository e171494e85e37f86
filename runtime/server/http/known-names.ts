/**
 * Names that requests may have. Clients that say `x-tablewright: 1` are refused any other, with the nearest one: a
 * misspelt filter would list all records, and a misspelt field would not be saved. Others keep the tolerance that
 * clients of BuildAdmin rely on.
 */
import type { ApiSchema, Language, QueryTree } from '../../protocol/index.ts'
import { t } from '../../i18n/i18n.ts'
import { OperationError } from '../core/errors/operation-error.ts'
import { nearestName, shownName } from '../core/nearest-name.ts'

/** Names of one level, with those below them; null = anything. The items of a list have those of the list. */
export interface Names {
  readonly below: ReadonlyMap<string, Names | null>
  /** There may be more, so that a name is refused only where it resembles one of these. */
  readonly isOpen?: boolean
}

/** Names of a request; null = anything. */
export interface RouteNames {
  readonly query: Names | null
  readonly body: Names | null
}

/** Names with anything below them. */
export const plainNames = (...names: readonly string[]): Names => ({
  below: new Map(names.map((name) => [name, null])),
})

/** All of them. */
export const joinNames = (...parts: readonly Names[]): Names => ({
  below: new Map(parts.flatMap(({ below }) => [...below])),
  isOpen: parts.some(({ isOpen }) => isOpen),
})

/** Names of any request: `lang` chooses the language, and clients of BuildAdmin send the others along. */
const commonOfQuery = plainNames('lang', 'uuid', '_')
const commonOfBody = plainNames('uuid', '_')

/** Names that a JSON Schema declares; null where it leaves them open. */
export function namesOfSchema(schema: object): Names | null {
  const {
    items,
    properties,
    additionalProperties = false,
  } = schema as {
    readonly items?: ApiSchema
    readonly properties?: Readonly<Record<string, ApiSchema>>
    readonly additionalProperties?: unknown
  }
  if (items !== undefined) return namesOfSchema(items)
  if (properties === undefined || additionalProperties !== false) return null
  return { below: new Map(Object.entries(properties).map(([name, schema]) => [name, namesOfSchema(schema)])) }
}

/** An unknown name: where it stands (`lines.0.quantty`), and the one that was meant. */
interface UnknownName {
  readonly path: string
  readonly nearest: string | null
}

function* unknownNames(value: unknown, names: Names, path = ''): Generator<UnknownName> {
  if (typeof value !== 'object' || value === null) return
  const isQuery = value instanceof Map
  for (const [name, inner] of isQuery ? (value as QueryTree) : Object.entries(value)) {
    const place = path === '' ? shownName(name) : `${path}.${shownName(name)}`
    const isItem = Array.isArray(value) || (isQuery && path !== '' && /^\d+$/.test(name))
    const below = isItem ? names : names.below.get(name)
    if (below === undefined) {
      const nearest = nearestName(name, [...names.below.keys()])
      if (nearest !== null || !names.isOpen) yield { path: place, nearest }
    } else if (below !== null) yield* unknownNames(inner, below, place)
  }
}

/** As many as one answer names. */
const maxNamed = 20

const firstOf = (names: Iterator<UnknownName>): readonly UnknownName[] => {
  const list: UnknownName[] = []
  for (let next = names.next(); !next.done && list.length < maxNamed; next = names.next()) list.push(next.value)
  return list
}

/**
 * @param ungrammatical names of the query that were left out of its tree
 * @throws an OperationError `bad_query` or `invalid` that names the key and the nearest name
 */
export function refuseUnknownNames(
  request: { readonly language: Language; readonly query: QueryTree; readonly body: unknown },
  { query, body }: RouteNames,
  ungrammatical: readonly string[] = [],
): void {
  const { language } = request
  if (query !== null) {
    const allNames = joinNames(query, commonOfQuery)
    const left = ungrammatical.map((name) => ({
      path: shownName(name),
      nearest: nearestName(name, [...allNames.below.keys()]),
    }))
    const [first, ...others] = [...firstOf(unknownNames(request.query, allNames)), ...left]
    if (first)
      throw new OperationError('bad_query', {
        errors: Object.fromEntries(
          [first, ...others].map((unknown) => [unknown.path, sentenceOf(language, 'query', unknown)]),
        ),
        sentence: sentenceOf(language, 'query', first),
      })
  }
  if (body === null) return
  const [first, ...others] = firstOf(unknownNames(request.body, joinNames(body, commonOfBody)))
  if (first)
    throw new OperationError('invalid', {
      errors: Object.fromEntries(
        [first, ...others].map((unknown) => [unknown.path, sentenceOf(language, 'body', unknown)]),
      ),
      sentence: sentenceOf(language, 'body', first),
    })
}

/** The same for the fields of a form. @throws an OperationError `invalid` */
export const refuseUnknownFormFields = (
  language: Language,
  fields: ReadonlyMap<string, string>,
  names: readonly string[],
): void =>
  refuseUnknownNames(
    { language, query: new Map(), body: Object.fromEntries(fields) },
    { query: null, body: plainNames(...names) },
  )

function sentenceOf(language: Language, place: 'query' | 'body', { path, nearest }: UnknownName): string {
  return nearest === null
    ? t(language, `problem.unknown_${place}`, { name: path })
    : t(language, `problem.unknown_${place}_near`, { name: path, nearest })
}
