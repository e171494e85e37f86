/**
 * Walks a document along the dialect. The value it answers is repaired: a misspelt word counts as the one that was
 * meant, what has the wrong type is left out. So the later rules find what else is wrong, and nothing twice.
 */
import { getNodeValue, type Node } from 'jsonc-parser'
import { languages } from '../../../runtime/protocol/index.ts'
import { dialect, forbiddenWords } from '../../dialect/documents.ts'
import type { RecordShape, Shape, Word, Words } from '../../dialect/shape.ts'
import { isObject, type Json, type JsonObject } from '../../source/json.ts'
import type { SourceFile } from '../../source/source-file.ts'
import { suggest } from '../../source/suggest.ts'

/** Where a member stands: its name (null for items and the root) and its value. */
export interface Place {
  readonly key: Node | null
  readonly value: Node
}

/** Something the walk met that the dialect does not allow. */
export interface Oddity {
  readonly is: 'unknown' | 'wrong' | 'missing' | 'translation' | 'later' | 'forbidden' | 'twice'
  readonly pointer: string
  /** Token to point at. */
  readonly node: Node
  /** The word, language or item it is about. */
  readonly word: string
  /** Word that was probably meant. */
  readonly meant: string | null
  /** What is allowed there instead. */
  readonly shape: Shape
}

export interface Document {
  readonly file: SourceFile
  readonly value: JsonObject
  readonly places: ReadonlyMap<string, Place>
  readonly oddities: readonly Oddity[]
}

interface Walk {
  readonly places: Map<string, Place>
  readonly oddities: Oddity[]
}

/** Marks a value that is left out of the repaired document. */
const leftOut = Symbol('left out')
type Walked = Json | typeof leftOut

/** The document of a file whose syntax is good. */
export function examine(file: SourceFile, tree: Node): Document {
  const walk: Walk = { places: new Map(), oddities: [] }
  const value = visit({ key: null, value: tree }, '', file.name, dialect[file.type], walk)
  return { file, value: isObject(value) ? value : {}, places: walk.places, oddities: walk.oddities }
}

/** Pointers at which something is odd, and all pointers above them. */
interface Marks {
  readonly at: ReadonlySet<string>
  readonly above: ReadonlySet<string>
}

const marksOf = new WeakMap<Document, Marks>()

/** False when something at, above or below the pointer is already known to be wrong. */
export function isSound(document: Document, pointer: string): boolean {
  const { at, above } = marked(document)
  return (
    at.size === 0 || (!at.has(pointer) && !above.has(pointer) && !parentsOf(pointer).some((parent) => at.has(parent)))
  )
}

function marked(document: Document): Marks {
  const known = marksOf.get(document)
  if (known) return known
  const pointers = document.oddities.map((odd) => odd.pointer)
  const marks = { at: new Set(pointers), above: new Set(pointers.flatMap(parentsOf)) }
  marksOf.set(document, marks)
  return marks
}

/** `/a/b/c` → `/a/b`, `/a` */
function parentsOf(pointer: string): readonly string[] {
  const parents: string[] = []
  for (let end = pointer.lastIndexOf('/'); end > 0; end = pointer.lastIndexOf('/', end - 1))
    parents.push(pointer.slice(0, end))
  return parents
}

/** A name as a part of a JSON pointer. */
export function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}

function visit(place: Place, pointer: string, word: string, shape: Shape, walk: Walk): Walked {
  walk.places.set(pointer, place)
  const fitting =
    shape.is === 'either' ? chosen(place.value, shape.shapes) : fits(place.value, shape) ? shape : undefined
  if (!fitting) {
    walk.oddities.push({ is: 'wrong', pointer, node: place.value, word, meant: null, shape })
    return leftOut
  }
  if (fitting.is === 'record') return visitRecord(place.value, pointer, fitting, walk)
  if (fitting.is === 'map') return visitMap(place.value, pointer, fitting, walk)
  if (fitting.is === 'label') return visitLabel(place, pointer, fitting.longest, walk)
  if (fitting.is === 'list') return visitList(place.value, pointer, word, fitting.items, walk)
  return getNodeValue(place.value) as Json
}

/** The shape that fits; among records the one whose first required word is there. */
function chosen(node: Node, shapes: readonly Shape[]): Shape | undefined {
  const fitting = shapes.filter((one) => fits(node, one))
  const names = (node.type === 'object' && node.children?.map(({ children }) => String(children?.[0]?.value))) || []
  return fitting.find((one) => one.is === 'record' && names.includes(one.required[0] ?? '')) ?? fitting[0]
}

/** Whether a value has the type and the bounds of a shape; members and items are looked at later. */
function fits(node: Node, shape: Shape): boolean {
  const value: unknown = node.value
  switch (shape.is) {
    case 'text':
      return (
        typeof value === 'string' &&
        value.length > 0 &&
        value.length <= (shape.longest ?? Infinity) &&
        (shape.pattern?.test(value) ?? true)
      )
    case 'integer':
      return Number.isSafeInteger(value) && inBounds(value as number, shape)
    case 'number':
      return typeof value === 'number' && inBounds(value, shape)
    case 'boolean':
      return typeof value === 'boolean'
    case 'choice':
      return shape.of.some((one) => one.value === value)
    case 'list':
      return node.type === 'array' && (node.children?.length ?? 0) >= (shape.least ?? 0)
    case 'map':
      return node.type === 'object' && (node.children?.length ?? 0) >= (shape.least ?? 0)
    case 'record':
    case 'label':
      return node.type === 'object'
    case 'either':
      return shape.shapes.some((one) => fits(node, one))
    case 'any':
      return true
  }
}

const inBounds = (
  value: number,
  { least = -Infinity, most = Infinity }: { readonly least?: number; readonly most?: number },
): boolean => value >= least && value <= most

interface Member {
  readonly name: string
  readonly key: Node
  readonly value: Node
}

/** Members of an object; a name that stands there twice is told and only counts once. */
function membersOf(node: Node, pointer: string, shape: Shape, walk: Walk): readonly Member[] {
  const members = new Map<string, Member>()
  for (const { children = [] } of node.children ?? []) {
    const [key, value] = children
    if (!key || !value) continue
    const name = String(key.value)
    if (members.has(name))
      walk.oddities.push({
        is: 'twice',
        pointer: `${pointer}/${escaped(name)}`,
        node: key,
        word: name,
        meant: null,
        shape,
      })
    else members.set(name, { name, key, value })
  }
  return [...members.values()]
}

function visitRecord(node: Node, pointer: string, shape: RecordShape, walk: Walk): JsonObject {
  const members = membersOf(node, pointer, shape, walk)
  const present = new Set(members.map((member) => member.name))
  const entries = members.flatMap((member) => visitWord(member, pointer, shape, shape.words, present, walk))
  for (const name of shape.required) {
    if (!present.has(name))
      walk.oddities.push({
        is: 'missing',
        pointer: `${pointer}/${escaped(name)}`,
        node: walk.places.get(pointer)?.key ?? node,
        word: name,
        meant: null,
        shape,
      })
  }
  return Object.fromEntries(entries)
}

function visitWord(
  { name, key, value }: Member,
  pointer: string,
  shape: Shape,
  words: Words,
  present: Set<string>,
  walk: Walk,
): [string, Json][] {
  const at = `${pointer}/${escaped(name)}`
  const odd = (is: Oddity['is'], meant: string | null = null) =>
    walk.oddities.push({ is, pointer: at, node: key, word: name, meant, shape })
  const word: Word | undefined = Object.hasOwn(words, name) ? words[name] : undefined
  if (word?.later) odd('later')
  if (word) return word.later ? [] : entry(name, visit({ key, value }, at, name, word.shape, walk))
  if (forbiddenWords.includes(name)) {
    odd('forbidden')
    return []
  }
  const meant = suggest(
    name,
    Object.keys(words).filter((one) => !present.has(one)),
  )
  odd('unknown', meant)
  if (meant === null) return []
  present.add(meant)
  return words[meant]!.later
    ? []
    : entry(meant, visit({ key, value }, `${pointer}/${escaped(meant)}`, meant, words[meant]!.shape, walk))
}

const entry = (name: string, value: Walked): [string, Json][] => (value === leftOut ? [] : [[name, value]])

function visitMap(node: Node, pointer: string, shape: Extract<Shape, { is: 'map' }>, walk: Walk): JsonObject {
  const entries = membersOf(node, pointer, shape, walk).flatMap(({ name, key, value }) => {
    const word = shape.words && Object.hasOwn(shape.words, name) ? shape.words[name]! : null
    return entry(name, visit({ key, value }, `${pointer}/${escaped(name)}`, name, word?.shape ?? shape.values, walk))
  })
  return Object.fromEntries(entries)
}

function visitLabel(place: Place, pointer: string, longest: number, walk: Walk): JsonObject {
  const words: Words = Object.fromEntries(
    languages.map((language): [string, Word] => [
      language,
      { shape: { is: 'text', longest }, doc: { 'zh-cn': '', en: '' } },
    ]),
  )
  const shape: RecordShape = { is: 'record', name: 'label', words, required: [] }
  const members = membersOf(place.value, pointer, shape, walk)
  const present = new Set(members.map((member) => member.name))
  const entries = members.flatMap((member) => visitWord(member, pointer, shape, words, present, walk))
  for (const language of languages) {
    if (!present.has(language))
      walk.oddities.push({
        is: 'translation',
        pointer: `${pointer}/${language}`,
        node: place.key ?? place.value,
        word: language,
        meant: null,
        shape,
      })
  }
  return Object.fromEntries(entries)
}

function visitList(node: Node, pointer: string, word: string, items: Shape, walk: Walk): readonly Json[] {
  const walked = (node.children ?? []).map((value, index) =>
    visit({ key: null, value }, `${pointer}/${index}`, word, items, walk),
  )
  return walked.map((item) => (item === leftOut ? null : item))
}
