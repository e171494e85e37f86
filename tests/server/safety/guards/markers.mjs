/**
 * Guards of the sources, and the sources without one of them. A comment marks each:
 *
 *     // Guard T07: 8 KB of query at most.
 *     if (raw.length > queryLimits.bytes) return null
 *
 * Without the guard, what begins below the comment is left out: a statement, a call of a chain, an operand of `&&` or
 * `||`, a member of an object or list. Where that says nothing, the comment goes on with `Without: ` and the code that
 * stands in its place.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { parseAst } from 'rolldown/parseAst'

const first = /^\s*\/\/ Guard ([A-Z]\d\d(?:, [A-Z]\d\d)*): (.*)$/
const further = /^\s*\/\/ (.*)$/
const without = 'Without: '

/** The guards of all sources below the root, each with its file. */
export function allGuards(root) {
  return ['generator', 'runtime'].flatMap((folder) =>
    textsBelow(root, folder).flatMap(({ file, text }) => guardsIn(text).map((guard) => ({ ...guard, file }))),
  )
}

/** The guards of a source. */
export function guardsIn(text) {
  const lines = text.split('\n')
  const guards = []
  let offset = 0
  for (const [index, line] of lines.entries()) {
    const match = first.exec(line)
    if (match) guards.push({ line: index + 1, ids: match[1].split(', '), ...restOf(lines, index, match[2], offset) })
    offset += line.length + 1
  }
  return guards
}

/** Reads on to the end of the comment. `start` is where the guarded code begins. */
function restOf(lines, index, begin, offset) {
  const words = [begin]
  let next = index + 1
  let start = offset + lines[index].length + 1
  let isOver = false
  while (further.test(lines[next] ?? '')) {
    isOver ||= first.test(lines[next])
    if (!isOver) words.push(further.exec(lines[next])[1])
    start += lines[next].length + 1
    next += 1
  }
  const [name, instead] = words.join(' ').split(without)
  return { name: name.trim().replace(/\.$/, ''), instead, start: start + lines[next].search(/\S/) }
}

/** The source without the guard. */
export function withoutGuard(text, guard, lang = 'ts') {
  const { start, end, instead } = guardedPart(text, guard, lang)
  return text.slice(0, start) + instead + text.slice(end)
}

function guardedPart(text, { start, instead, name }, lang) {
  const parts = []
  visit(parseAst(text, { lang }), [], (node, ancestors) => {
    const part = partOf(text, node, ancestors, start)
    if (part) parts.push(part)
  })
  // The first is the outermost. What begins with an operand is not meant: the comment would stand above the whole.
  const part = parts.find(({ isOperand }) => isOperand) ?? parts[0]
  if (!part) throw new Error(`nothing that could be left out stands below "${name}"`)
  return instead === undefined ? part : { ...part.whole, instead }
}

/** The part of the text that a node is when it begins where the guard does and can be left out. */
function partOf(text, node, ancestors, start) {
  const parent = ancestors.at(-1)
  if (node.type === 'CallExpression' && node.callee.type === 'MemberExpression') {
    const { object, property } = node.callee
    if (object.end < start && start < property.start && !text.slice(start, property.start).trim().includes('('))
      return leaveOut({ start: object.end, end: node.end }, '')
  }
  if (node.start < start || !/^[(\s]*$/.test(text.slice(start, node.start))) return null
  if (parent?.type === 'LogicalExpression' && (node.type !== 'LogicalExpression' || node.start > start)) {
    const operator = text.indexOf(parent.operator, parent.left.end)
    return parent.right === node
      ? {
          ...leaveOut({ start: parent.left.end, end: parent.end }, ''),
          whole: { start, end: parent.end },
          isOperand: true,
        }
      : { ...leaveOut({ start, end: operator + 2 }, ''), whole: { start, end: operator }, isOperand: true }
  }
  if (node.start !== start) return null
  if (node.type === 'IfStatement' && node.alternate)
    return leaveOut(node, text.slice(node.alternate.start, node.alternate.end))
  if (/Statement$|^(Variable|ExportNamed)Declaration$/.test(node.type) && node.type !== 'BlockStatement')
    return leaveOut(node, ';')
  const isMember =
    (parent?.type === 'ObjectExpression' && node.type !== 'Identifier') ||
    (parent?.type === 'ArrayExpression' && parent.elements.includes(node)) ||
    (parent?.type === 'CallExpression' && parent.arguments.includes(node)) ||
    parent?.type === 'ClassBody'
  return isMember ? leaveOut({ start, end: node.end + /^\s*,?/.exec(text.slice(node.end))[0].length }, '', node) : null
}

const leaveOut = ({ start, end }, instead, whole = { start, end }) => ({
  start,
  end,
  instead,
  whole: { start: whole.start, end: whole.end },
})

function visit(node, ancestors, see) {
  see(node, ancestors)
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (typeof child?.type === 'string') visit(child, [...ancestors, node], see)
}

/** Test files of the projects `node` and `faults` with a test that names the threat. */
export function testsOf(root, id) {
  const named = new RegExp(`\\b(?:describe|it)\\b.*['\`].*\\b${id}\\b`)
  const files = textsBelow(root, 'tests').filter(({ file }) => /(?<!\/browser\/.*)\.ts$/.test(file))
  const naming = files.filter(({ text }) => named.test(text)).map(({ file }) => file)
  // Some test files take their cases from files beside them.
  const isTest = (file) => file.endsWith('.test.ts')
  const takes = ({ text }) => naming.some((file) => !isTest(file) && text.includes(`/${basename(file)}'`))
  return files.filter((one) => isTest(one.file) && (naming.includes(one.file) || takes(one))).map(({ file }) => file)
}

const texts = new Map()

function textsBelow(root, folder) {
  const known = texts.get(folder) ?? readTexts(root, folder)
  texts.set(folder, known)
  return known
}

const readTexts = (root, folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .toSorted()
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
