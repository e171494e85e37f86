/**
 * Where the HTML of a template may have a code: in text that people see. Anywhere else it could leave with a request
 * for a picture or a style, which mail programs make by themselves. The template is read as browsers read it (parse5).
 */
import { parse, type DefaultTreeAdapterTypes } from 'parse5'
import { codeMark, hasCodeInAddress, markCodes } from 'tablewright/server'

type Node = DefaultTreeAdapterTypes.Node

/** Elements that belong to the line they stand in: an address goes on behind them. */
const inline: ReadonlySet<string> = new Set(
  'a abbr b big cite code del em font i ins kbd mark q s samp small span strike strong sub sup tt u wbr'.split(' '),
)

/**
 * Elements whose text is not what people see, or that load or send something: with a style sheet, a font for each
 * digit tells which digits there are.
 */
const refused: ReadonlySet<string> = new Set(
  (
    'applet audio base button canvas embed form frame frameset iframe input link listing math meta noembed noframes ' +
    'noscript object option plaintext script select style svg template textarea title video xml xmp'
  ).split(' '),
)

/** True when every code stands in visible text, no part of an address; true for HTML without codes. */
export function showsCodesOnly(html: string, codes: readonly string[]): boolean {
  const marked = markCodes(html, codes)
  const count = countMarks(marked)
  if (count === 0) return true
  const text = textOf(parse(marked))
  // Guard T13: a template has codes only where people see them.
  // Without: return true
  return text !== null && countMarks(text) === count && !hasCodeInAddress(text)
}

const countMarks = (text: string): number => text.split(codeMark).length - 1

/** Deeper ones are no text that people write. */
const maxDepth = 200

/** The visible text; null with an element that is refused. */
function textOf(node: Node, depth = 0): string | null {
  if (node.nodeName === '#text') return (node as DefaultTreeAdapterTypes.TextNode).value
  if (depth > maxDepth || (refused.has(node.nodeName) && !isUsualHead(node))) return null
  const children = 'childNodes' in node ? node.childNodes : []
  let text = ''
  for (const child of children) {
    const part = textOf(child, depth + 1)
    if (part === null) return null
    text += part
  }
  return inline.has(node.nodeName) ? text : `\n${text}\n`
}

/** Those of a usual head load nothing: its title, the character set and the width of the screen. */
function isUsualHead(node: Node): boolean {
  if (!('tagName' in node)) return false
  if (node.nodeName === 'title')
    return node.parentNode?.nodeName === 'head' && node.childNodes.every((child) => !hasMark(child))
  return (
    node.nodeName === 'meta' &&
    node.attrs.every(({ name, value }) => name !== 'http-equiv' || /^content-type$/i.test(value))
  )
}

const hasMark = (node: Node): boolean =>
  node.nodeName === '#text' && (node as DefaultTreeAdapterTypes.TextNode).value.includes(codeMark)
