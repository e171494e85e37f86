/** The keywords of a field in their short form: what tools write into schemas. */
import { impliedFormat, impliedType } from './implied-type.ts'
import { isObject, member, type Json, type JsonObject } from '../source/json.ts'

/** The same field without what its other keywords say already. Its form may be short in parts. */
export function shortField(field: JsonObject): JsonObject {
  const relation = shortRelation(member(field, 'x-relation'))
  const isListOfIds = relation !== undefined && field['type'] === 'array' && isIds(member(field, 'items'))
  return withoutImplied(
    Object.fromEntries(
      Object.entries(field).flatMap(([name, value]) => {
        if (name === 'x-relation') return [[name, relation]]
        if (name === 'items' && isListOfIds) return []
        const isPart = (name === 'items' || name === 'additionalProperties') && isObject(value)
        return [[name, isPart ? withoutImplied(value) : value]]
      }),
    ),
  )
}

/** A relation that only names its target and says what counts anyway is the name of the target. */
function shortRelation(relation: Json | undefined): Json | undefined {
  if (!isObject(relation)) return relation
  const { onDelete, ...others } = relation
  const said = onDelete === 'restrict' ? others : relation
  return Object.keys(said).length === 1 && typeof said['to'] === 'string' ? said['to'] : said
}

const isIds = (items: Json | undefined): boolean =>
  isObject(items) && items['type'] === 'integer' && Object.keys(items).length === 1

function withoutImplied(keywords: JsonObject): JsonObject {
  const { type, ...untyped } = keywords
  const { format, ...plain } = untyped
  const said = (one: JsonObject) => new Map(Object.entries(one).map(([name, value]) => [name, value ?? null]))
  if (type === undefined) return keywords
  if (format !== undefined && impliedType(said(plain))?.value === type && impliedFormat(said(plain))?.value === format)
    return plain
  return impliedType(said(untyped))?.value === type ? untyped : keywords
}
