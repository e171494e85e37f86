/**
 * Walks a document along the dialect. The value it answers is repaired: a misspelt keyword counts as the one that was
 * meant, what has the wrong type is left out. So the later rules find what else is wrong, and nothing twice.
 */
import { getNodeValue, type Node } from 'jsonc-parser'
import { languages, memoizeByObject } from '../../../runtime/protocol/index.ts'
import { dialect, forbiddenKeywords } from '../../dialect/documents.ts'
import type { RecordShape, Shape, Keyword, Keywords } from '../../dialect/shape.ts'
import { escaped, isObject, type Json, type JsonObject } from '../../source/json.ts'
import type { Origin, SourceFile } from '../../source/source-file.ts'
import { suggest } from '../../source/suggest.ts'

export { escaped } from '../../source/json.ts'

/** A member in the text: its name (null for items and the root) and its value. */
export interface Place {
  readonly key: Node | null
  readonly value: Node
  /** Where it stands, when that is not the same pointer of the document's own file: in an overlay, or a shared type. */
  readonly origin?: Origin
}

/** Something the walk met that the dialect does not allow. */
export interface SchemaViolation {
  readonly is: 'unknown' | 'invalid' | 'missing' | 'untranslated' | 'unsupported' | 'forbidden' | 'duplicate'
  readonly pointer: string
  /** Token to point at. */
  readonly node: Node
  /** The keyword, language or item it is about. */
  readonly keyword: string
  /** Name that was probably meant. */
  readonly meant: string | null
  /** What is allowed there instead. */
  readonly shape: Shape
}

export interface Document {
  readonly file: SourceFile
  readonly value: JsonObject
  readonly places: ReadonlyMap<string, Place>
  readonly violations: readonly SchemaViolation[]
  /** Pointers of what is wrong in the documents of shared types, which report it themselves. */
  readonly wrongInTypes: readonly string[]
}

interface WalkState {
  readonly file: SourceFile
  readonly places: Map<string, Place>
  readonly violations: SchemaViolation[]
  readonly wrongInTypes: string[]
}

/** Marks a value that is left out of the repaired document. */
const omitted = Symbol('left out')
type Repaired = Json | typeof omitted

/** The document of a file whose syntax is valid. */
export function walkDocument(file: SourceFile, tree: Node): Document {
  const walk: WalkState = { file, places: new Map(), violations: [], wrongInTypes: [] }
  const value = visit({ key: null, value: tree }, '', file.name, dialect[file.type], walk)
  const { places, violations, wrongInTypes } = walk
  return { file, value: isObject(value) ? value : {}, places, violations, wrongInTypes }
}

/** Notes a violation: of this document, or of a shared type that it uses. */
function report({ file, violations, wrongInTypes }: WalkState, violation: SchemaViolation): void {
  const origin = file.origins?.get(violation.node)
  if (origin && origin.file.path !== file.path) wrongInTypes.push(violation.pointer)
  else violations.push(origin ? { ...violation, ...writtenAt(origin) } : violation)
}

/** The keyword whose short form the author wrote. */
const writtenAt = ({ pointer }: Origin) => ({ pointer, keyword: pointer.slice(pointer.lastIndexOf('/') + 1) })

/** Pointers with a violation, and all pointers above them. */
interface Marks {
  readonly at: ReadonlySet<string>
  readonly above: ReadonlySet<string>
}

/** False when something at, above or below the pointer is already known to be wrong. */
export function isSound(document: Document, pointer: string): boolean {
  const { at, above } = marksOf(document)
  return (
    at.size === 0 || (!at.has(pointer) && !above.has(pointer) && !parentsOf(pointer).some((parent) => at.has(parent)))
  )
}

const marksOf = memoizeByObject((document: Document): Marks => {
  const pointers = [...document.violations.map((violation) => violation.pointer), ...document.wrongInTypes]
  return { at: new Set(pointers), above: new Set(pointers.flatMap(parentsOf)) }
})

/** `/a/b/c` → `/a/b`, `/a` */
function parentsOf(pointer: string): readonly string[] {
  const parents: string[] = []
  for (let end = pointer.lastIndexOf('/'); end > 0; end = pointer.lastIndexOf('/', end - 1))
    parents.push(pointer.slice(0, end))
  return parents
}

function visit(place: Place, pointer: string, keyword: string, shape: Shape, walk: WalkState): Repaired {
  const origin = walk.file.origins?.get(place.value)
  walk.places.set(pointer, origin ? { ...place, origin } : place)
  const fitting =
    shape.is === 'either'
      ? chooseShape(place.value, shape.shapes)
      : matchesShape(place.value, shape)
        ? shape
        : undefined
  if (!fitting) {
    report(walk, { is: 'invalid', pointer, node: place.value, keyword, meant: null, shape })
    return omitted
  }
  if (fitting.is === 'record') return visitRecord(place.value, pointer, fitting, walk)
  if (fitting.is === 'map') return visitMap(place.value, pointer, fitting, walk)
  if (fitting.is === 'label') return visitLabel(place, pointer, fitting.maxLength, walk)
  if (fitting.is === 'list') return visitList(place.value, pointer, keyword, fitting.items, walk)
  return getNodeValue(place.value) as Json
}

/** The shape that fits; among records the one whose first required keyword is there. */
function chooseShape(node: Node, shapes: readonly Shape[]): Shape | undefined {
  const fitting = shapes.filter((candidate) => matchesShape(node, candidate))
  const names = (node.type === 'object' && node.children?.map(({ children }) => String(children?.[0]?.value))) || []
  return (
    fitting.find((candidate) => candidate.is === 'record' && names.includes(candidate.required[0] ?? '')) ?? fitting[0]
  )
}

/** Whether a value has the type and the bounds of a shape; members and items are looked at later. */
function matchesShape(node: Node, shape: Shape): boolean {
  const value: unknown = node.value
  switch (shape.is) {
    case 'text':
      return (
        typeof value === 'string' &&
        value.length > 0 &&
        value.length <= (shape.maxLength ?? Infinity) &&
        (shape.pattern?.test(value) ?? true)
      )
    case 'integer':
      return Number.isSafeInteger(value) && inBounds(value as number, shape)
    case 'number':
      return typeof value === 'number' && inBounds(value, shape)
    case 'boolean':
      return typeof value === 'boolean'
    case 'choice':
      return shape.of.some((choice) => choice.value === value)
    case 'list':
      return node.type === 'array' && (node.children?.length ?? 0) >= (shape.min ?? 0)
    case 'map':
      return node.type === 'object' && (node.children?.length ?? 0) >= (shape.min ?? 0)
    case 'record':
    case 'label':
      return node.type === 'object'
    case 'either':
      return shape.shapes.some((candidate) => matchesShape(node, candidate))
    case 'any':
      return true
  }
}

const inBounds = (
  value: number,
  { min = -Infinity, max = Infinity }: { readonly min?: number; readonly max?: number },
): boolean => value >= min && value <= max

interface Member {
  readonly name: string
  readonly key: Node
  readonly value: Node
}

/** Members of an object; a duplicate name is reported by the rule of unique members and counts only once. */
function membersOf(node: Node, pointer: string, shape: Shape, walk: WalkState): readonly Member[] {
  const members = new Map<string, Member>()
  for (const { children = [] } of node.children ?? []) {
    const [key, value] = children
    if (!key || !value) continue
    const name = String(key.value)
    if (members.has(name))
      report(walk, {
        is: 'duplicate',
        pointer: `${pointer}/${escaped(name)}`,
        node: key,
        keyword: name,
        meant: null,
        shape,
      })
    else members.set(name, { name, key, value })
  }
  return [...members.values()]
}

function visitRecord(node: Node, pointer: string, shape: RecordShape, walk: WalkState): JsonObject {
  const members = membersOf(node, pointer, shape, walk)
  const present = new Set(members.map((member) => member.name))
  const entries = members.flatMap((member) =>
    visitKeyword(member, pointer, { shape, keywords: shape.keywords, present }, walk),
  )
  for (const name of shape.required) {
    if (!present.has(name))
      report(walk, {
        is: 'missing',
        pointer: `${pointer}/${escaped(name)}`,
        node: walk.places.get(pointer)?.key ?? node,
        keyword: name,
        meant: null,
        shape,
      })
  }
  return Object.fromEntries(entries)
}

function visitKeyword(
  { name, key, value }: Member,
  pointer: string,
  { shape, keywords, present }: { readonly shape: Shape; readonly keywords: Keywords; readonly present: Set<string> },
  walk: WalkState,
): [string, Json][] {
  const at = `${pointer}/${escaped(name)}`
  const violation = (is: SchemaViolation['is'], meant: string | null = null) =>
    report(walk, { is, pointer: at, node: key, keyword: name, meant, shape })
  const keyword: Keyword | undefined = Object.hasOwn(keywords, name) ? keywords[name] : undefined
  if (keyword?.unsupported) violation('unsupported')
  if (keyword) return keyword.unsupported ? [] : entry(name, visit({ key, value }, at, name, keyword.shape, walk))
  if (forbiddenKeywords.includes(name)) {
    violation('forbidden')
    return []
  }
  const suggestion = suggest(
    name,
    Object.keys(keywords).filter((keyword) => !present.has(keyword)),
  )
  violation('unknown', suggestion)
  if (suggestion === null) return []
  present.add(suggestion)
  const similar = keywords[suggestion]
  return !similar || similar.unsupported
    ? []
    : entry(suggestion, visit({ key, value }, `${pointer}/${escaped(suggestion)}`, suggestion, similar.shape, walk))
}

const entry = (name: string, value: Repaired): [string, Json][] => (value === omitted ? [] : [[name, value]])

function visitMap(node: Node, pointer: string, shape: Extract<Shape, { is: 'map' }>, walk: WalkState): JsonObject {
  const entries = membersOf(node, pointer, shape, walk).flatMap(({ name, key, value }) => {
    const keyword = shape.keywords && Object.hasOwn(shape.keywords, name) ? shape.keywords[name] : undefined
    return entry(name, visit({ key, value }, `${pointer}/${escaped(name)}`, name, keyword?.shape ?? shape.values, walk))
  })
  return Object.fromEntries(entries)
}

function visitLabel(place: Place, pointer: string, maxLength: number, walk: WalkState): JsonObject {
  const keywords: Keywords = Object.fromEntries(
    languages.map((language): [string, Keyword] => [
      language,
      { shape: { is: 'text', maxLength }, doc: { 'zh-cn': '', en: '' } },
    ]),
  )
  const shape: RecordShape = { is: 'record', name: 'label', keywords: keywords, required: [] }
  const members = membersOf(place.value, pointer, shape, walk)
  const present = new Set(members.map((member) => member.name))
  const entries = members.flatMap((member) => visitKeyword(member, pointer, { shape, keywords, present }, walk))
  for (const language of languages) {
    if (!present.has(language))
      report(walk, {
        is: 'untranslated',
        pointer: `${pointer}/${language}`,
        node: place.key ?? place.value,
        keyword: language,
        meant: null,
        shape,
      })
  }
  return Object.fromEntries(entries)
}

function visitList(node: Node, pointer: string, keyword: string, items: Shape, walk: WalkState): readonly Json[] {
  const walked = (node.children ?? []).map((value, index) =>
    visit({ key: null, value }, `${pointer}/${index}`, keyword, items, walk),
  )
  return walked.map((item) => (item === omitted ? null : item))
}
