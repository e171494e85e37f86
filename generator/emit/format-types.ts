/**
 * Lays out the unformatted types of json-schema-to-typescript: indented, comments of one line, small objects on one
 * line.
 */

import { quoted } from './literal.ts'

const maxWidth = 150

/** The same declarations, as a person would have laid them out. */
export function formatTypes(source: string): string {
  const lines = joinComments(source.split('\n').filter((line) => line.trim() !== ''))
  return `${indent(joinObjects(lines)).join('\n')}\n`
}

/** Comments become one line; the notes on item counts go, since the form says them. */
function joinComments(lines: readonly string[]): string[] {
  const joined: string[] = []
  let comment: string[] | null = null
  for (const line of lines) {
    if (line.startsWith('/**')) comment = []
    else if (comment && line.startsWith(' */')) {
      if (comment.length > 0) joined.push(`/** ${comment.join(' ')} */`)
      comment = null
    } else if (comment) {
      const text = line.replace(/^ \*\s?/, '')
      if (text !== '' && !/^@m(in|ax)Items \d+$/.test(text)) comment.push(text)
    } else joined.push(line)
  }
  return joined
}

/** An object type inside a declaration starts on the line of its member. */
function joinObjects(lines: readonly string[]): string[] {
  const joined: string[] = []
  // Objects that are not closed yet, the outermost first.
  const open: string[][] = []
  const put = (line: string): void => void (open.at(-1) ?? joined).push(withoutParentheses(line))
  for (const line of lines) {
    if (!line.startsWith('export ') && line.endsWith('{')) open.push([line])
    else {
      const object = line.startsWith('}') ? open.pop() : undefined
      put(object ? closed(object, line) : line)
    }
  }
  return joined
}

function closed(open: readonly string[], end: string): string {
  const [head = '', ...members] = open
  return `${head} ${members.filter((line) => !line.startsWith('/**')).join('; ')} ${end}`
}

/** `(10 | 20 | null)` needs no parentheses where it is the whole type. */
function withoutParentheses(line: string): string {
  return line.replace(/^([^:]+: )\((.*)\)$/, (whole, head: string, type: string) =>
    isBalanced(type) ? head + type : whole,
  )
}

function isBalanced(text: string): boolean {
  let depth = 0
  for (const sign of text) {
    depth += sign === '(' ? 1 : sign === ')' ? -1 : 0
    if (depth < 0) return false
  }
  return depth === 0
}

function indent(lines: readonly string[]): string[] {
  return lines.flatMap((line) =>
    line.startsWith('export ') || line === '}'
      ? [line]
      : line.startsWith('/**')
        ? [`  ${line}`]
        : wrap(`  ${singleQuoted(line)}`),
  )
}

/** The parts of an object's inside; nested braces are left alone. */
function membersOf(text: string): string[] {
  const members: string[] = []
  for (const piece of text.split('; ')) {
    const last = members.at(-1)
    if (last !== undefined && count(last, '{') > count(last, '}')) members[members.length - 1] = `${last}; ${piece}`
    else members.push(piece)
  }
  return members
}

const count = (text: string, sign: string): number => text.split(sign).length - 1

const literals = /"(?:[^"\\]|\\.)*"/g

function singleQuoted(line: string): string {
  return line.replace(literals, (text) => quoted(JSON.parse(text) as string))
}

/**
 * A union or object too long for one line gets one line per member. Only bars between members count, not those inside
 * a text.
 */
function wrap(line: string): string[] {
  if (line.length <= maxWidth) return [line]
  const [, head = '', members, tail] = /^([^{|]*\{) (.*) (\}[^{}]*)$/.exec(line) ?? []
  if (members !== undefined) return [head, ...membersOf(members).map((member) => `    ${member}`), `  ${tail}`]
  const parts = line.match(/(?:'(?:[^'\\]|\\.)*'|[^'|])+/g) ?? [line]
  return parts.map((part, index) => (index === 0 ? part.trimEnd() : `    | ${part.trim()}`))
}
