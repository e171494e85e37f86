/**
 * Changes of a JSON document that leave every byte as it was but those of the change: what is new is laid out as what
 * stands beside it, and each change knows the one that takes it back, to the byte.
 */
import { findNodeAtLocation, getNodeValue, parseTree, type Node } from 'jsonc-parser'
import type { Json } from '../source/json.ts'
import {
  columnAt,
  endOf,
  indentOf,
  inlineBeside,
  isExpanded,
  isMatrix,
  isTooWide,
  layoutOf,
  lineAt,
  renderExpanded,
  renderValue,
} from './json-layout.ts'

/** Names of members and indexes of items, from the root. */
export type JsonPath = readonly (string | number)[]

/** An element that a change took away, as it stood in the text. */
interface RawElement {
  /** With the name of a member. */
  readonly element: string
  /** Blanks, comma and comments that went with it, between it and the element before it. */
  readonly before: string
  /** The same between it and the next one or the end. */
  readonly behind: string
}

export type JsonEdit = JsonChange & {
  /** Only these bytes, and nothing laid out anew: of a change that takes one back. */
  readonly exact?: true
}

type JsonChange =
  /** A member or an item, before the one at that index; at the end when there is none. */
  | {
      readonly op: 'insert'
      readonly path: JsonPath
      readonly index: number
      /** Absent for an item of a list. */
      readonly name?: string
      readonly value: Json
      readonly raw?: RawElement
    }
  | { readonly op: 'remove'; readonly path: JsonPath; readonly inner?: string }
  | { readonly op: 'replace'; readonly path: JsonPath; readonly value: Json; readonly raw?: string }
  | { readonly op: 'rename'; readonly path: JsonPath; readonly name: string; readonly raw?: string }
  /** An element of the object or list to another place among the others. */
  | { readonly op: 'move'; readonly path: JsonPath; readonly from: number; readonly to: number }

export interface EditedText {
  readonly text: string
  /** Applied to the text, it gives the text before. */
  readonly inverse: JsonEdit
}

/** The path of a change leads nowhere, or the name is taken: somebody else changed the document. */
export class JsonEditError extends Error {
  override readonly name = 'JsonEditError'
  readonly path: JsonPath

  constructor(path: JsonPath, reason: string) {
    super(`${path.join('.') || '(root)'}: ${reason}`)
    this.path = path
  }
}

/**
 * Applies one change.
 *
 * @throws JsonEditError when its path leads nowhere, or a name is taken
 */
export function editJson(text: string, edit: JsonEdit): EditedText {
  const edited = applied(text, edit)
  const { text: after, inverse } = edit.exact ? edited : fitted(text, edit, edited)
  return { text: after, inverse: { ...inverse, exact: true } }
}

/**
 * Gives a member of an object a value, at the end when it is new. Objects that are missing on the way are made.
 *
 * @throws JsonEditError when something else than an object is on the way
 */
export function setMember(text: string, path: JsonPath, name: string, value: Json): string {
  const missing = path.findIndex((_key, index) => !findNode(text, path.slice(0, index + 1)))
  if (missing >= 0) {
    const rest = [...path.slice(missing + 1), name].reduceRight<Json>((inner, key) => ({ [key]: inner }), value)
    return setMember(text, path.slice(0, missing), String(path[missing]), rest)
  }
  const edit: JsonEdit = containerAt(text, path).children?.some((member) => nameOf(member) === name)
    ? { op: 'replace', path: [...path, name], value }
    : { op: 'insert', path, index: Infinity, name, value }
  return editJson(text, edit).text
}

function applied(text: string, edit: JsonEdit): EditedText {
  if (edit.op === 'insert') return insert(text, edit)
  if (edit.op === 'remove') return remove(text, edit)
  if (edit.op === 'rename') return rename(text, edit)
  return edit.op === 'move' ? move(text, edit) : replace(text, edit)
}

/**
 * Applies changes one after the other.
 *
 * @throws JsonEditError when the path of one leads nowhere, or a name is taken
 */
export function editJsonAll(text: string, edits: readonly JsonEdit[]): string {
  return edits.reduce((current, edit) => editJson(current, edit).text, text)
}

function insert(text: string, edit: Extract<JsonEdit, { op: 'insert' }>): EditedText {
  const { path, name } = edit
  const container = containerAt(text, path)
  const elements = container.children ?? []
  const index = Math.max(0, Math.min(edit.index, elements.length))
  if ((container.type === 'object') !== (name !== undefined))
    throw new JsonEditError(path, name === undefined ? 'an item needs a list' : 'a member needs an object')
  if (name !== undefined && elements.some((element) => nameOf(element) === name))
    throw new JsonEditError([...path, name], 'the name is taken')
  const inverse = { op: 'remove', path: [...path, name ?? index] } as const
  const { element, before, behind } = edit.raw ?? laidOut(text, container, edit)
  const [former, next] = [elements[index - 1], elements[index]]
  if (former && (before !== '' || !next))
    return { text: spliced(text, endOf(former), endOf(former), before + element), inverse }
  if (next) return { text: spliced(text, next.offset, next.offset, element + behind), inverse }
  const [start, end] = innerOf(container)
  const inner = text.slice(start, end)
  return { text: spliced(text, start, end, before + element + behind), inverse: { ...inverse, inner } }
}

function remove(text: string, { path, inner }: Extract<JsonEdit, { op: 'remove' }>): EditedText {
  const { node, container, elements } = elementAt(text, path)
  const index = elements.indexOf(node)
  const name = nameOf(node)
  const [former, next] = [elements[index - 1], elements[index + 1]]
  const [start, end] = innerOf(container)
  const before = text.slice(former ? endOf(former) : start, node.offset)
  // The comma before it goes with it, or the one behind it where a comment stands before it.
  const goesWithFormer = former !== undefined && (!hasComment(before) || !next)
  const inverse = {
    op: 'insert',
    path: path.slice(0, -1),
    index,
    ...(name === undefined ? {} : { name }),
    value: getNodeValue(valueOf(node)) as Json,
    raw: {
      element: text.slice(node.offset, endOf(node)),
      before: goesWithFormer || !next ? before : '',
      behind: goesWithFormer ? '' : text.slice(endOf(node), next?.offset ?? end),
    },
  } as const
  if (former && goesWithFormer) return { text: spliced(text, endOf(former), endOf(node), ''), inverse }
  if (next) return { text: spliced(text, node.offset, next.offset, ''), inverse }
  return { text: spliced(text, start, end, inner ?? ''), inverse }
}

function replace(text: string, { path, value, raw }: Extract<JsonEdit, { op: 'replace' }>): EditedText {
  const node = nodeAt(text, path)
  const former = text.slice(node.offset, endOf(node))
  const layout = layoutOf(text)
  const place = { ...placeOf(text, node), inline: !isExpanded(text, node) }
  const written = raw ?? renderValue(value, layout, place)
  return {
    text: spliced(text, node.offset, endOf(node), written),
    inverse: { op: 'replace', path, value: getNodeValue(node) as Json, raw: former },
  }
}

function rename(text: string, { path, name, raw }: Extract<JsonEdit, { op: 'rename' }>): EditedText {
  const { node, elements } = elementAt(text, path)
  const former = nameOf(node)
  const key = node.children?.[0]
  if (former === undefined || !key) throw new JsonEditError(path, 'an item of a list has no name')
  if (name !== former && elements.some((element) => nameOf(element) === name))
    throw new JsonEditError([...path.slice(0, -1), name], 'the name is taken')
  return {
    text: spliced(text, key.offset, endOf(key), raw ?? JSON.stringify(name)),
    inverse: {
      op: 'rename',
      path: [...path.slice(0, -1), name],
      name: former,
      raw: text.slice(key.offset, endOf(key)),
    },
  }
}

/** The elements change places; what stands between them stays. */
function move(text: string, { path, from, to }: Extract<JsonEdit, { op: 'move' }>): EditedText {
  const elements = containerAt(text, path).children ?? []
  const [first, last] = [elements[0], elements.at(-1)]
  if (!first || !last || !elements[from] || !elements[to])
    throw new JsonEditError([...path, from], 'there is no such place')
  const written = elements.map((node) => text.slice(node.offset, endOf(node)))
  written.splice(to, 0, ...written.splice(from, 1))
  const gaps = elements.map((node, index) => {
    const former = elements[index - 1]
    return former ? text.slice(endOf(former), node.offset) : ''
  })
  return {
    text: spliced(text, first.offset, endOf(last), written.map((element, index) => gaps[index] + element).join('')),
    inverse: { op: 'move', path, from: to, to: from },
  }
}

/** A new element as its siblings are laid out, with what stands between it and the former or next one. */
function laidOut(
  text: string,
  container: Node,
  { name, value, index }: Extract<JsonEdit, { op: 'insert' }>,
): RawElement {
  const elements = container.children ?? []
  const layout = layoutOf(text)
  const { unit, eol } = layout
  const outer = indentOf(text, container)
  // The first item of an empty list stays in its line, the first member of an object gets one of its own.
  const hasOwnLine = elements.length > 0 ? isExpanded(text, container) : container.type === 'object'
  const indent = hasOwnLine ? outer + unit : outer
  const key = name === undefined ? '' : `${JSON.stringify(name)}: `
  const column = hasOwnLine ? indent.length + key.length : 0
  const inline = inlineBeside(elements.map(valueOf), layout, name)
  const comma = index < elements.length
  const element = key + renderValue(value, layout, { indent, column, inline, comma })
  if (elements.length > 0) {
    const gap = hasOwnLine ? `,${eol}${indent}` : ', '
    return { element, before: gap, behind: gap }
  }
  return hasOwnLine ? { element, before: eol + indent, behind: eol + outer } : { element, before: '', behind: '' }
}

/**
 * Gives each element a line of its own where one line has become too long, and one line to a list that fits in one now;
 * what takes the change back is then the former text of the whole.
 */
function fitted(before: string, edit: JsonEdit, edited: EditedText): EditedText {
  const { text } = edited
  const path = edit.op === 'insert' || edit.op === 'move' ? edit.path : edit.path.slice(0, -1)
  const outerPaths = [...path.map((_key, index) => path.slice(0, index)), path]
  const places: readonly Fitting[] = outerPaths.map((outer) => ({ former: outer, path: outer, whole: outer }))
  // A longer name leaves less room for the value behind it.
  const renamed = edit.op === 'rename' ? [{ former: edit.path, path: [...path, edit.name], whole: path }] : []
  for (const place of [...places, ...renamed]) {
    const node = findNode(text, place.path)
    const former = nodeAt(before, place.former)
    if (!node?.children?.length || (former.type === 'object' && !former.children?.length)) continue
    const laidOutAnew = newLayout(text, node, before, former)
    if (laidOutAnew === null) continue
    // Nobody knows to which element a comment belongs.
    if (hasComment(text.slice(node.offset, endOf(node)))) return edited
    const whole = nodeAt(before, place.whole)
    const raw = before.slice(whole.offset, endOf(whole))
    return {
      text: spliced(text, node.offset, endOf(node), laidOutAnew),
      inverse: { op: 'replace', path: place.whole, value: getNodeValue(whole) as Json, raw },
    }
  }
  return edited
}

/** A value that may need another layout. */
interface Fitting {
  /** Its place before the change. */
  readonly former: JsonPath
  /** Its place after it. */
  readonly path: JsonPath
  /** The place of the text that takes the change back. */
  readonly whole: JsonPath
}

/** Null where an object or list stays in one line or in several. */
function newLayout(text: string, node: Node, before: string, former: Node): string | null {
  const value = getNodeValue(node) as Json
  const layout = layoutOf(text)
  const place = { ...placeOf(text, node), inline: true }
  if (!isExpanded(before, former)) {
    const mustBreak = isExpanded(text, node) || isTooWide(lineAt(text, node.offset)) || isMatrix(value)
    return mustBreak && !isMatrix(getNodeValue(former) as Json) ? renderExpanded(value, layout, place.indent) : null
  }
  if (node.type !== 'array' || !isExpanded(text, node)) return null
  // Elements with lines of their own keep them.
  if (node.children?.some((item) => isExpanded(text, item))) return null
  const joined = renderValue(value, layout, place)
  const hadOwnLines = former.children?.some((item) => isExpanded(before, item))
  const couldBeJoined = !hadOwnLines && !renderValue(getNodeValue(former) as Json, layout, place).includes('\n')
  return couldBeJoined || joined.includes('\n') ? null : joined
}

/** Where a value stands, and whether a comma follows it. */
const placeOf = (text: string, node: Node) => ({
  indent: indentOf(text, node),
  column: columnAt(text, node.offset),
  comma: /^\s*,/.test(text.slice(endOf(node))),
})

const hasComment = (text: string): boolean => /\/[*/]/.test(text.replace(/"(?:[^"\\]|\\.)*"/g, ''))

const findNode = (text: string, path: JsonPath): Node | undefined => {
  const tree = parseTree(text)
  return tree && findNodeAtLocation(tree, [...path])
}

/** The value at the path. */
function nodeAt(text: string, path: JsonPath): Node {
  const node = findNode(text, path)
  if (!node) throw new JsonEditError(path, 'there is nothing at this path')
  return node
}

/** The member, with its name, or the item at the path, and the object or list that it is in. */
function elementAt(text: string, path: JsonPath): { node: Node; container: Node; elements: readonly Node[] } {
  const value = nodeAt(text, path)
  const node = value.parent?.type === 'property' ? value.parent : value
  const container = node.parent
  if (!container?.children) throw new JsonEditError(path, 'the root is in nothing')
  return { node, container, elements: container.children }
}

function containerAt(text: string, path: JsonPath): Node {
  const node = nodeAt(text, path)
  if (node.type !== 'object' && node.type !== 'array') throw new JsonEditError(path, 'this is neither object nor list')
  return node
}

const nameOf = (node: Node): string | undefined =>
  node.type === 'property' ? String(node.children?.[0]?.value) : undefined

/** The value of a member, or the item itself. */
const valueOf = (node: Node): Node => (node.type === 'property' && node.children?.[1]) || node

/** Where the elements of an object or list begin and end. */
const innerOf = (node: Node): readonly [start: number, end: number] => [node.offset + 1, endOf(node) - 1]

const spliced = (text: string, start: number, end: number, insert: string): string =>
  text.slice(0, start) + insert + text.slice(end)
