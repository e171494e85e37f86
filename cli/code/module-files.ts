/** Checks of every file of a module's code: it can be parsed, and its icons exist. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'rolldown/utils'
import { unknownIcon } from '../../generator/check/entities/icons.ts'
import { both, type Problem } from '../../generator/source/problem.ts'
import { isIconName } from '../../runtime/protocol/index.ts'
import { filesBelow } from '../launcher/publish.mjs'
import { codeProblem } from './code-problem.ts'
import type { CodeFile, SyntaxNode } from './source.ts'

interface Findings {
  /** Size and time of the file that was looked at. */
  readonly stamp: string
  readonly problems: readonly Problem[]
}

/** Findings of files that may stay as they are, for the rounds of `dev`. */
const earlier = new Map<string, Findings>()

/** Problems and warnings of the files of these modules, and of the main files. */
export function findFileProblems(
  root: string,
  modules: readonly string[],
  mains: readonly string[],
): readonly Problem[] {
  const folders = modules.map((module) => join(root, 'runtime/modules', module)).filter((path) => existsSync(path))
  const files = folders.flatMap((folder) => filesBelow(folder)).filter((path) => /\.tsx?$/.test(path))
  return [...mains.map((path) => join(root, path)).filter((path) => existsSync(path)), ...files].flatMap((path) => {
    const { mtimeMs, size } = statSync(path)
    const stamp = `${root} ${mtimeMs} ${size}`
    const before = earlier.get(path)
    const findings = before?.stamp === stamp ? before : { stamp, problems: problemsOf(root, path) }
    earlier.set(path, findings)
    return findings.problems
  })
}

function problemsOf(root: string, path: string): readonly Problem[] {
  const text = readFileSync(path, 'utf8')
  const parsed = parseSync(path, text)
  const [error] = parsed.errors
  if (error) return [syntaxProblem(root, { path, text, body: [] }, error)]
  // To make the tree takes longer than everything else.
  if (!text.includes('icon') && !text.includes('NamedIcon')) return []
  // Nodes are objects whose members differ by type; what reads them looks.
  const file = { path, text, body: parsed.program.body as unknown as readonly SyntaxNode[] }
  return iconsIn(file.body).flatMap((node) => {
    const name = String(node['value'])
    if (name === '' || isIconName(name)) return []
    const { message, hint } = unknownIcon(name)
    return [codeProblem('TW1902', root, { node, file }, message, hint)]
  })
}

type SyntaxError = ReturnType<typeof parseSync>['errors'][number]

/** The first one: what follows it is often a consequence. */
function syntaxProblem(root: string, file: CodeFile, { message, labels, helpMessage }: SyntaxError): Problem {
  const [label] = labels
  const start = Math.min(label?.start ?? 0, Math.max(0, file.text.length - 1))
  const node = { type: '', start, end: Math.max(start + 1, label?.end ?? 0) }
  return codeProblem(
    'TW2110',
    root,
    { node, file },
    both(`无法解析此文件：${message}`, `The file cannot be parsed: ${message}`),
    helpMessage === null ? null : both(helpMessage, helpMessage),
  )
}

/** Literals that name an icon: of what people read (a page, a button, a command), and of `NamedIcon`. */
function iconsIn(nodes: readonly unknown[]): readonly SyntaxNode[] {
  return nodes.flatMap((node): readonly SyntaxNode[] => {
    if (typeof node !== 'object' || node === null) return []
    if (Array.isArray(node)) return iconsIn(node)
    return [...iconsOf(node as SyntaxNode), ...iconsIn(Object.values(node))]
  })
}

function iconsOf(node: SyntaxNode): readonly SyntaxNode[] {
  if (node.type === 'ObjectExpression') {
    const members = new Map(
      (node['properties'] as readonly SyntaxNode[]).map((property) => {
        const key = property['key'] as SyntaxNode | undefined
        return [String(key?.['name'] ?? key?.['value']), property['value'] as SyntaxNode | undefined] as const
      }),
    )
    return members.has('label') || members.has('title') ? literals(members.get('icon')) : []
  }
  if (node.type !== 'JSXOpeningElement' || (node['name'] as SyntaxNode)['name'] !== 'NamedIcon') return []
  return (node['attributes'] as readonly SyntaxNode[]).flatMap((attribute) =>
    (attribute['name'] as SyntaxNode | undefined)?.['name'] === 'name'
      ? literals(attribute['value'] as SyntaxNode | undefined)
      : [],
  )
}

const literals = (node: SyntaxNode | undefined): readonly SyntaxNode[] =>
  node?.type === 'Literal' && typeof node['value'] === 'string' ? [node] : []
