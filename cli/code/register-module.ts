/** Adds the lines with which a project loads a module: imports and one entry on each side. */
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { camelCase } from '../../generator/source/names.ts'
import { applyEdits, indentAt, type Edit } from './edit.ts'
import { addGeneratedImports } from './generated-imports.ts'
import { argumentOf, importsOf, memberOf, readCode, type CodeFile, type Located, type SyntaxNode } from './source.ts'

interface Module {
  readonly name: string
  /** Variable of its manifest. */
  readonly variable: string
  /** Whether it has a hand-written part on that side. */
  readonly hasCode: boolean
  /** What the manifest and that part are imported from. */
  readonly manifest: string
  readonly code: string
  /** Further members of its entry on the web side. */
  readonly more: readonly string[]
}

/** Pages outside the administration are loaded apart from it. */
const moreOfPackaged: Readonly<Record<string, readonly string[]>> = {
  face: ["screens: { '/faceid': () => import('tablewright/modules/face/display').then((file) => file.DisplayPage) },"],
  live: ["screens: { '/ailive/*': () => import('tablewright/modules/live/screen').then((file) => file.LiveScreen) },"],
  member: ["memberArea: () => import('tablewright/modules/member/area').then((file) => file.MemberArea),"],
}

/**
 * Completes both main files: also an entry that lacks the hand-written part of a module that has one by now.
 * @param isPackaged whether the module comes with the package
 * @returns paths of the files that could not be changed, because they are missing or look different
 */
export function registerModule(root: string, name: string, isPackaged = false): readonly string[] {
  const sides = [
    { path: 'runtime/main.server.ts', code: 'server', editsOf: editsOfServer },
    { path: 'runtime/main.web.tsx', code: 'web', editsOf: editsOfWeb },
  ]
  addGeneratedImports(root)
  return sides.flatMap(({ path, code, editsOf }) => {
    const file = readCode(join(root, path))
    const module: Module = isPackaged
      ? {
          name,
          variable: camelCase(name),
          hasCode: true,
          manifest: `tablewright/modules/${name}`,
          code: `tablewright/modules/${name}/${code}`,
          more: moreOfPackaged[name] ?? [],
        }
      : {
          name,
          variable: camelCase(name),
          hasCode: existsSync(join(root, `runtime/modules/${name}/${code}/index.ts`)),
          manifest: `#generated/${name}/index.ts`,
          code: `./modules/${name}/${code}/index.ts`,
          more: [],
        }
    const edits = file && editsOf(file, module)
    if (!file || edits === null) return [path]
    if (edits.length > 0) writeFileSync(file.path, applyEdits(file.text, edits))
    return []
  })
}

const items = (list: Located, member: 'elements' | 'properties'): readonly SyntaxNode[] =>
  list.node[member] as readonly SyntaxNode[]

const nameOf = (node: SyntaxNode | null | undefined): string => String(node?.['name'] ?? node?.['value'])

const valueOf = (object: SyntaxNode, member: string): SyntaxNode | undefined =>
  ((object['properties'] ?? []) as readonly SyntaxNode[]).find(
    (one) => nameOf(one['key'] as SyntaxNode | undefined) === member,
  )?.['value'] as SyntaxNode | undefined

function editsOfServer(file: CodeFile, { variable, hasCode, manifest, code }: Module): readonly Edit[] | null {
  const list = memberOf(argumentOf(file, 'composeServer'), 'modules')
  if (list?.node.type !== 'ArrayExpression') return null
  const server = hasCode ? `${variable}Server` : 'null'
  const entry = items(list, 'elements').find((one) => nameOf(valueOf(one, 'manifest')) === variable)
  const written = entry && valueOf(entry, 'server')
  const replaced: readonly Edit[] =
    written?.type === 'Literal' && hasCode
      ? [{ at: written.start, remove: written.end - written.start, insert: server }]
      : []
  const before = items(list, 'elements').find((one) => nameOf(valueOf(one, 'manifest')) === 'system')
  const added = entry
    ? replaced
    : [entryBefore(file, list.node, before, `{ manifest: ${variable}, server: ${server} },`)]
  return [
    ...added,
    ...importsFor(file, [[manifest, variable], ...(hasCode ? [[code, `${variable}Server`] as const] : [])]),
  ]
}

/** The missing ones of these imports, behind those that are there. */
function importsFor(file: CodeFile, wanted: readonly (readonly [source: string, name: string])[]): readonly Edit[] {
  const known = importsOf(file)
  const lines = wanted
    .filter(([source]) => !known.includes(source))
    .map(([source, name]) => `\nimport { ${name} } from '${source}'`)
  const last = file.body.findLast((node) => node.type === 'ImportDeclaration')
  return last && lines.length > 0 ? [{ at: last.end, insert: lines.join('') }] : []
}

/** Before an entry, else at the end of the list. */
function entryBefore({ text }: CodeFile, list: SyntaxNode, next: SyntaxNode | undefined, entry: string): Edit {
  if (next) return { at: next.start, insert: `${entry}\n${indentAt(text, next.start)}` }
  const end = list.end - 1
  const isEmpty = text.slice(list.start + 1, end).trim() === ''
  const needsComma = !isEmpty && !/,\s*$/.test(text.slice(list.start, end))
  return { at: end, insert: `${needsComma ? ', ' : ''}${entry}` }
}

function editsOfWeb(file: CodeFile, { name, variable, hasCode, manifest, code, more }: Module): readonly Edit[] | null {
  const list = memberOf(argumentOf(file, 'startWeb'), 'modules')
  if (list?.node.type !== 'ObjectExpression') return null
  const load = (path: string, part: string): string => `() => import('${path}').then((file) => file.${part})`
  const components = `components: ${load(code, `${variable}Web`)},`
  const keyOf = (one: SyntaxNode): string => nameOf(one['key'] as SyntaxNode | undefined)
  const entry = items(list, 'properties').find((one) => keyOf(one) === name)
  if (entry) {
    const object = entry['value'] as SyntaxNode
    const first = ((object['properties'] ?? []) as readonly SyntaxNode[])[0]
    if (!hasCode || !first || valueOf(object, 'components')) return []
    // The comma behind the first member ends the new one.
    const needsComma = file.text[first.end] !== ','
    const insert = `,\n${indentAt(file.text, first.start)}${components.slice(0, -1)}`
    return [{ at: first.end, insert: needsComma ? `${insert},` : insert }]
  }
  const next = items(list, 'properties').find((one) => keyOf(one) === 'system')
  const indent = next ? indentAt(file.text, next.start) : ''
  const lines = [
    `${variable === name ? name : `'${name}'`}: {`,
    `  manifest: ${load(manifest, variable)},`,
    ...(hasCode ? [`  ${components}`] : []),
    ...more.map((line) => `  ${line}`),
    '},',
  ]
  return [entryBefore(file, list.node, next, lines.join(`\n${indent}`))]
}
