/** Hand-written TypeScript, read without running it: what its object literals contain, as far as they say so. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { parseSync } from 'rolldown/utils'

/** A node of the syntax tree as far as this folder looks at it. */
export interface SyntaxNode {
  readonly type: string
  /** Offsets in the text. */
  readonly start: number
  readonly end: number
  readonly [member: string]: unknown
}

/** A file with its syntax tree. */
export interface CodeFile {
  readonly path: string
  readonly text: string
  readonly body: readonly SyntaxNode[]
}

/** A value and the file that contains it. */
export interface Located {
  readonly node: SyntaxNode
  readonly file: CodeFile
}

/** The file; null when it is missing or does not parse, which the build reports. */
export const readCode = (path: string): CodeFile | null =>
  existsSync(path) ? parseCode(path, readFileSync(path, 'utf8')) : null

/** Files by path, valid for the same text: a process that checks again and again parses what was edited. */
const files = new LRUCache<string, CodeFile>({ max: 2000 })

/** A text as the file of that path; null when it does not parse. */
export function parseCode(path: string, text: string): CodeFile | null {
  const former = files.get(path)
  if (former?.text === text) return former
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) return null
  // Nodes are objects whose members differ by type; what reads them looks.
  const file = { path, text, body: program.body as unknown as readonly SyntaxNode[] }
  files.set(path, file)
  return file
}

/**
 * The sources of all imports, and of `import('…')` anywhere in the file. Generated code is `#generated/…`, also where
 * an older product names it by a relative path.
 */
export const importsOf = ({ text, body }: CodeFile): readonly string[] =>
  [
    ...body.flatMap((node) => (node.type === 'ImportDeclaration' ? [textOf(node['source'] as SyntaxNode)] : [])),
    ...[...text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]/g)].flatMap((match) => match[1] ?? []),
  ].map((source) => source.replace(/^(?:\.\.\/)+generated\//, '#generated/'))

const textOf = (node: SyntaxNode): string => String(node['value'])

/** The first argument of the first call of that function at the top of the file. */
export function argumentOf(file: CodeFile, name: string): Located | null {
  for (const statement of file.body) {
    const values = [...declarationsOf(statement).map((one) => one['init']), statement['expression']]
    const call = values
      .map(bare)
      .find((one) => one?.type === 'CallExpression' && (one['callee'] as SyntaxNode)['name'] === name)
    const [first] = (call?.['arguments'] ?? []) as readonly SyntaxNode[]
    if (first) return follow({ node: first, file })
  }
  return null
}

function declarationsOf(statement: SyntaxNode): readonly SyntaxNode[] {
  const declared = statement.type === 'ExportNamedDeclaration' ? (statement['declaration'] as SyntaxNode) : statement
  return declared?.type === 'VariableDeclaration' ? (declared['declarations'] as readonly SyntaxNode[]) : []
}

/** Without `as`, `satisfies` and parentheses. */
function bare(node: unknown): SyntaxNode | null {
  let at = (node ?? null) as SyntaxNode | null
  while (at && /^(TSAsExpression|TSSatisfiesExpression|ParenthesizedExpression)$/.test(at.type))
    at = at['expression'] as SyntaxNode | null
  return at
}

/** A name is what it was declared with, in this file or in the file it is imported from. */
function follow({ node, file }: Located, depth = 0): Located | null {
  const value = bare(node)
  if (value === null || value.type !== 'Identifier') return value && { node: value, file }
  const name = String(value['name'])
  if (depth > 8) return null
  const here = file.body.flatMap(declarationsOf).find((one) => (one['id'] as SyntaxNode)['name'] === name)
  if (here) return here['init'] ? follow({ node: here['init'] as SyntaxNode, file }, depth + 1) : null
  const imported = findImport(file, name)
  const other = imported && readCode(join(dirname(file.path), imported.source))
  if (!other) return null
  return follow({ node: { type: 'Identifier', start: 0, end: 0, name: imported.name }, file: other }, depth + 1)
}

function findImport(file: CodeFile, local: string): { readonly source: string; readonly name: string } | null {
  for (const node of file.body) {
    if (node.type !== 'ImportDeclaration') continue
    const source = textOf(node['source'] as SyntaxNode)
    const found = (node['specifiers'] as readonly SyntaxNode[]).find(
      (one) => (one['local'] as SyntaxNode)['name'] === local,
    )
    if (found?.type === 'ImportSpecifier' && source.startsWith('.'))
      return { source, name: String((found['imported'] as SyntaxNode)['name']) }
  }
  return null
}

/** The first argument of a call; null when it is none. */
export function callArgumentOf(value: Located | null): Located | null {
  if (value?.node.type !== 'CallExpression') return null
  const [first] = value.node['arguments'] as readonly SyntaxNode[]
  return first ? follow({ node: first, file: value.file }) : null
}

/** Members of an object by name; null when it contains more than it says (a spread, a computed name, a call). */
export function membersOf(value: Located | null): ReadonlyMap<string, Located> | null {
  if (value?.node.type !== 'ObjectExpression') return null
  const members = new Map<string, Located>()
  for (const one of value.node['properties'] as readonly SyntaxNode[]) {
    if (one.type !== 'Property' || one['computed'] === true) return null
    const key = one['key'] as SyntaxNode
    members.set(String(key['name'] ?? key['value']), { node: key, file: value.file })
  }
  return members
}

/** The value of a member of an object, as far as it can be followed. */
export function memberOf(value: Located | null, name: string): Located | null {
  if (value?.node.type !== 'ObjectExpression') return null
  for (const one of value.node['properties'] as readonly SyntaxNode[]) {
    const key = one['key'] as SyntaxNode | undefined
    if (one.type === 'Property' && key && String(key['name'] ?? key['value']) === name)
      return follow({ node: one['value'] as SyntaxNode, file: value.file })
  }
  return null
}

/** Items of a list; null when it contains more than it says. */
export function itemsOf(value: Located | null): readonly Located[] | null {
  if (value?.node.type !== 'ArrayExpression') return null
  const items = (value.node['elements'] as readonly (SyntaxNode | null)[]).map(
    (one) => one && follow({ node: one, file: value.file }),
  )
  return items.every((one) => one !== null) ? items : null
}

/** A text literal and its place. */
export const literalOf = (value: Located | null): string | null =>
  value?.node.type === 'Literal' && typeof value.node['value'] === 'string' ? value.node['value'] : null
