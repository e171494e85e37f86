/** Which kind a field is, concluded from the native keywords first; first match wins. */
import type { KindName } from '../../runtime/protocol/index.ts'
import { isObject, member, type Json, type JsonObject } from '../source/json.ts'

/** Formats of texts that are a kind of their own. */
const textFormats: Readonly<Record<string, KindName>> = {
  decimal: 'decimal',
  date: 'date',
  time: 'time',
  year: 'year',
  color: 'color',
  icon: 'icon',
  image: 'image',
  file: 'file',
  url: 'url',
  email: 'email',
  mobile: 'mobile',
  idNumber: 'idNumber',
  region: 'region',
  account: 'account',
  password: 'password',
  html: 'html',
}

const integerFormats: Readonly<Record<string, KindName>> = { timestamp: 'datetime' }

/** Longest text that still is a one-line input. */
const maxLineLength = 255

/** The kind a field's keywords describe, or null when they describe none that is built. */
export function kindOf(field: JsonObject): KindName | null {
  const relation = member(field, 'x-relation')
  if (relation !== undefined) return kindOfRelation(field, member(relation, 'owned') === true)
  const type = field['type']
  if (type === 'array') return kindOfItems(field['items'])
  if (isEnum(field)) return 'enum'
  if (type === 'string') return kindOfText(field)
  if (type === 'integer') return kindOfInteger(member(field, 'format'))
  return type === 'object' && isTextType(member(field, 'additionalProperties')) ? 'pairs' : null
}

/** True for keywords that list their values or point to an enum document. */
function isEnum(keywords: JsonObject): boolean {
  return member(keywords, 'enum') !== undefined || member(keywords, '$ref') !== undefined
}

function kindOfRelation(field: JsonObject, isOwned: boolean): KindName | null {
  const isList = field['type'] === 'array'
  if (isOwned) return isList ? 'lines' : null
  return isList ? kindOfIds(field['items']) : 'reference'
}

const isTextType = (value: Json | undefined): boolean => isObject(value) && value['type'] === 'string'

function kindOfIds(items: Json | undefined): KindName | null {
  return isObject(items) && items['type'] === 'integer' && Object.keys(items).length === 1 ? 'references' : null
}

function kindOfItems(items: Json | undefined): KindName | null {
  if (!isObject(items)) return null
  if (isEnum(items)) return 'set'
  if (items['type'] !== 'string') return null
  const format = member(items, 'format')
  if (format === 'image') return 'images'
  if (format === 'file') return 'files'
  return format === undefined ? 'tags' : null
}

function kindOfText(field: JsonObject): KindName | null {
  const format = member(field, 'format')
  if (typeof format === 'string') return Object.hasOwn(textFormats, format) ? (textFormats[format] ?? null) : null
  const maxLength = member(field, 'maxLength')
  return typeof maxLength === 'number' && maxLength > maxLineLength ? 'textarea' : 'text'
}

function kindOfInteger(format: Json | undefined): KindName | null {
  if (format === undefined) return 'integer'
  return typeof format === 'string' && Object.hasOwn(integerFormats, format) ? (integerFormats[format] ?? null) : null
}

/** True for keywords that make a field one of lines. */
export const ownsLines = (field: JsonObject): boolean =>
  isObject(field['x-relation']) && member(field['x-relation'], 'owned') === true
