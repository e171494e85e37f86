/** How a JSON document is laid out, and values laid out like it: as the formatter of this repository would. */
import { parseTree, type Node } from 'jsonc-parser'
import { displayWidth } from '../source/display-width.ts'
import { isObject, type Json } from '../source/json.ts'

/** Columns of a line. */
const maxWidth = 120

export interface Layout {
  readonly text: string
  /** The blanks of one level. */
  readonly unit: string
  readonly eol: string
  /** By the name of members with objects: whether one of those stands in one line. */
  readonly inline: ReadonlyMap<string, boolean>
  /** The same under names that are new here: whether any object without objects in it stands in one line. */
  readonly inlineOfOthers: boolean
}

export interface Place {
  /** Blanks at the start of the line. */
  readonly indent: string
  /** Column where the value begins. */
  readonly column: number
  /** Whether it stands in one line when it fits. */
  readonly inline: boolean
  /** Whether a comma stands behind it. */
  readonly comma: boolean
}

export function layoutOf(text: string): Layout {
  const inline = new Map<string, boolean>()
  let inlineOfOthers = false
  const visit = (node: Node, name: string | null): void => {
    const isFilled = node.type === 'object' && (node.children?.length ?? 0) > 0
    if (isFilled) {
      const isInline = !isExpanded(text, node)
      if (name !== null) inline.set(name, isInline || inline.get(name) === true)
      const hasObjects = node.children?.some(({ children }) => children?.[1]?.type === 'object')
      if (isInline && !hasObjects) inlineOfOthers = true
    }
    for (const child of node.children ?? [])
      if (child.type === 'property') {
        const [key, value] = child.children ?? []
        if (key && value) visit(value, String(key.value))
      } else visit(child, null)
  }
  const tree = parseTree(text)
  if (tree) visit(tree, null)
  return {
    text,
    unit: /\n([ \t]+)"/.exec(text)?.[1] ?? '  ',
    eol: text.includes('\r\n') ? '\r\n' : '\n',
    inline,
    inlineOfOthers,
  }
}

/** Whether a new element stands in one line when it fits: as the objects beside it, or else those of its name. */
export function inlineBeside(siblings: readonly Node[], layout: Layout, name: string | undefined): boolean {
  const objects = siblings.filter((node) => node.type === 'object' && node.children?.length)
  if (objects.length > 0) return objects.some((node) => !isExpanded(layout.text, node))
  return layout.inline.get(name ?? '') ?? layout.inlineOfOthers
}

/** The text of a value at a place. */
export function renderValue(value: Json, layout: Layout, place: Place): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const isList = Array.isArray(value)
  if (isList || place.inline) {
    const line = inOneLine(value, layout)
    if (line !== null && place.column + displayWidth(line) + (place.comma ? 1 : 0) <= maxWidth) return line
  }
  return renderExpanded(value, layout, place.indent)
}

/** The text of an object or list with each element on a line of its own. */
export function renderExpanded(value: Json, layout: Layout, indent: string): string {
  const inner = indent + layout.unit
  const members = Object.entries(value as Readonly<Record<string, Json>>)
  const isList = Array.isArray(value)
  const lines = members.map(([name, item], index) => {
    const key = isList ? '' : `${JSON.stringify(name)}: `
    const inline = isList || (layout.inline.get(name) ?? layout.inlineOfOthers)
    const place = { indent: inner, column: inner.length + displayWidth(key), inline, comma: index < members.length - 1 }
    return key + renderValue(item, layout, place)
  })
  const [open, close] = isList ? '[]' : '{}'
  if (lines.length === 0) return `${open}${close}`
  return `${open}${layout.eol}${lines.map((line) => inner + line).join(`,${layout.eol}`)}${layout.eol}${indent}${close}`
}

/** The value in one line; null where an object in it has lines of its own in this document. */
function inOneLine(value: Json, layout: Layout): string | null {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) {
    if (isMatrix(value)) return null
    const items = value.map((item: Json) => inOneLine(item, layout))
    return items.includes(null) ? null : `[${items.join(', ')}]`
  }
  const members = Object.entries(value).map(([name, item]) => {
    const isApart = isObject(item) && Object.keys(item).length > 0 && layout.inline.get(name) === false
    const text = isApart ? null : inOneLine(item as Json, layout)
    return text === null ? null : `${JSON.stringify(name)}: ${text}`
  })
  if (members.includes(null)) return null
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

/** Whether a list has several objects, or several lists, of more than one element each: one line each. */
export const isMatrix = (value: Json): boolean =>
  Array.isArray(value) &&
  value.length > 1 &&
  [isObject, Array.isArray].some((is) =>
    value.every((item: Json) => is(item) && Object.keys(item as Readonly<Record<string, Json>>).length > 1),
  )

/** Whether an object or list begins on one line and ends on another. */
export const isExpanded = (text: string, node: Node): boolean => text.slice(node.offset, endOf(node)).includes('\n')

export const endOf = (node: Node): number => node.offset + node.length

export const isTooWide = (line: string): boolean => displayWidth(line) > maxWidth

/** The line that an offset is in. */
export function lineAt(text: string, offset: number): string {
  const end = text.indexOf('\n', offset)
  return text.slice(text.lastIndexOf('\n', offset - 1) + 1, end < 0 ? text.length : end).replace(/\r$/, '')
}

/** The column of an offset, from 0. */
export const columnAt = (text: string, offset: number): number =>
  displayWidth(text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset))

/** The blanks with which the line of a node begins. */
export const indentOf = (text: string, node: Node): string => /^[ \t]*/.exec(lineAt(text, node.offset))?.[0] ?? ''
