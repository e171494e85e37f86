/** Takes back what `add` writes of the code of a module: a file, and the entries that name it. */
import { join } from 'node:path'
import { camelCase } from '../../generator/source/names.ts'
import type { CodePart, IndexEdit } from '../adding/code.ts'
import { applyEdits, type Edit } from '../code/edit.ts'
import { argumentOf, memberOf, parseCode, type CodeFile, type Located, type SyntaxNode } from '../code/source.ts'
import type { Draft } from './draft.ts'

/** Where it is removed, and what of it is not as `add` wrote it. */
export interface Removal {
  readonly root: string
  readonly draft: Draft
  /** Paths of files that were edited since. */
  readonly edited: Set<string>
}

/** Stands for what only the command line said, such as a label. */
export const anything = '__ANYTHING__'

/** @returns false when nothing of it is there */
export function removeCode(removal: Removal, module: string, { path, text, edits }: CodePart): boolean {
  const { draft, edited } = removal
  const before = draft.read(path)
  if (before !== null && plain(before) !== plain(text)) edited.add(path)
  draft.remove(path)
  const isNamed = edits.map((edit) => removeEntry(removal, module, edit)).includes(true)
  return before !== null || isNamed
}

/** Code without what a formatter changes. */
const plain = (text: string): string =>
  text
    .replaceAll(/\s+/g, '')
    .replaceAll(';', '')
    .replaceAll(/["`]/g, "'")
    .replaceAll(/,([\]})])/g, '$1')
    .replaceAll(/'([A-Za-z_$][\w$]*)':/g, '$1:')

function isAsWritten(text: string, entry: string): boolean {
  const [head = '', tail] = plain(entry).split(plain(anything))
  const code = plain(text)
  return tail === undefined ? code === head : code.startsWith(head) && code.endsWith(tail)
}

function removeEntry(removal: Removal, module: string, edit: IndexEdit): boolean {
  const { root, draft, edited } = removal
  const text = draft.read(edit.path)
  const file = text === null ? null : parseCode(join(root, edit.path), text)
  if (!file) return false
  const list = memberOf(argumentOf(file, edit.call), edit.member)
  const name = /'([^']+)'/.exec(edit.entry)?.[1] ?? ''
  const items = itemsIn(list)
  const item = items.find((item) => nameIn(item) === name)
  if (!list || !item) return false
  // Elsewhere than where `add` writes: only whoever wrote it knows what else it is for.
  if (list.file.path !== file.path) {
    edited.add(edit.path)
    return true
  }
  if (!isAsWritten(file.text.slice(item.start, item.end), edit.entry)) edited.add(edit.path)
  const imports = edit.imported ? withoutImport(file, edit.imported.source) : []
  const isLast = items.length === 1 && !plain(edit.start).includes(`${edit.member}:{}`)
  const edits = isLast ? withoutMember(file, edit) : [withoutItem(file, list.node, items, item)]
  const after = applyEdits(file.text, [...imports, ...edits])
  if (plain(after) === plain(edit.start)) {
    draft.remove(edit.path)
    unregisterCode(removal, module, edit.call === 'defineServerModule' ? 'server' : 'web')
  } else draft.write(edit.path, after)
  return true
}

const itemsIn = (list: Located | null): readonly SyntaxNode[] =>
  ((list?.node['elements'] ?? list?.node['properties'] ?? []) as readonly (SyntaxNode | null)[]).filter(
    (item) => item !== null,
  )

const textOf = (node: unknown): string => {
  const syntax = node as SyntaxNode | undefined
  return String(syntax?.['name'] ?? syntax?.['value'])
}

/** The name of a property, or the member `name` of an object in a list. */
function nameIn(item: SyntaxNode): string {
  if (item.type === 'Property') return textOf(item['key'])
  const members = (item['properties'] ?? []) as readonly SyntaxNode[]
  return textOf(members.find((member) => textOf(member['key']) === 'name')?.['value'])
}

/** One item less, with its comma, and with the line that it had for itself. */
function withoutItem({ text }: CodeFile, list: SyntaxNode, items: readonly SyntaxNode[], item: SyntaxNode): Edit {
  const index = items.indexOf(item)
  const [before, next] = [items[index - 1], items[index + 1]]
  if (next) return cut(item.start, next.start)
  const close = list.end - 1
  if (!before) return cut(list.start + 1, close)
  const comma = /^\s*,/.exec(text.slice(before.end))?.[0].length ?? 0
  const isOnOwnLine = text.slice(before.end, item.start).includes('\n')
  const beginsOnFirstLine = !text.slice(list.start, items[0]?.start).includes('\n')
  // `add` breaks a line that would become too long; alone, what was there fits again.
  if (isOnOwnLine && beginsOnFirstLine)
    return { ...cut(before.end, close), insert: list.type === 'ObjectExpression' ? ' ' : '' }
  if (isOnOwnLine) return cut(before.end + comma, item.end + (/^\s*,/.exec(text.slice(item.end))?.[0].length ?? 0))
  return cut(before.end, close - (/\s*$/.exec(text.slice(item.end, close))?.[0].length ?? 0))
}

const cut = (start: number, end: number): Edit => ({ at: start, remove: end - start, insert: '' })

/** Without the member that would be empty. */
function withoutMember(file: CodeFile, { call, member }: IndexEdit): readonly Edit[] {
  const object = argumentOf(file, call)
  const items = itemsIn(object)
  const item = items.find((item) => textOf(item['key']) === member)
  return object && item ? [withoutItem(file, object.node, items, item)] : []
}

function withoutImport({ text, body }: CodeFile, source: string): readonly Edit[] {
  const node = body.find(
    (statement) => statement.type === 'ImportDeclaration' && textOf(statement['source']) === source,
  )
  if (!node) return []
  const lineStart = text.lastIndexOf('\n', node.start - 1) + 1
  const lineEnd = text.indexOf('\n', node.end)
  return [cut(lineStart, lineEnd < 0 ? node.end : lineEnd + 1)]
}

const mains = { server: 'runtime/main.server.ts', web: 'runtime/main.web.tsx' } as const

/** The entry of a module in a main file, with the list or object it is in. */
function entryIn(file: CodeFile, side: keyof typeof mains, module: string) {
  const list = memberOf(argumentOf(file, side === 'server' ? 'composeServer' : 'startWeb'), 'modules')
  const items = itemsIn(list)
  const entry = items.find((item) =>
    side === 'web'
      ? textOf(item['key']) === module
      : ((item['properties'] ?? []) as readonly SyntaxNode[]).some(
          (member) => textOf(member['key']) === 'manifest' && textOf(member['value']) === camelCase(module),
        ),
  )
  return { list, items, entry }
}

/** The module has no hand-written part on that side any more. */
function unregisterCode({ root, draft, edited }: Removal, module: string, side: keyof typeof mains): void {
  const path = mains[side]
  const file = parseCode(join(root, path), draft.read(path) ?? '')
  const { list, entry } = file ? entryIn(file, side, module) : { list: null, entry: undefined }
  if (!file || !list || !entry) return
  if (list.file.path !== file.path) return void edited.add(path)
  const object = (side === 'web' ? entry['value'] : entry) as SyntaxNode
  const members = (object['properties'] ?? []) as readonly SyntaxNode[]
  const member = members.find((candidate) => textOf(candidate['key']) === (side === 'web' ? 'components' : 'server'))
  if (!member) return
  const value = member['value'] as SyntaxNode
  const edits =
    side === 'web'
      ? [withoutItem(file, object, members, member)]
      : [
          ...withoutImport(file, `./modules/${module}/server/index.ts`),
          { at: value.start, remove: value.end - value.start, insert: 'null' },
        ]
  draft.write(path, applyEdits(file.text, edits))
}

/** Takes the module out of both main files. @returns false when neither has it */
export function unregisterModule({ root, draft, edited }: Removal, module: string, isPackaged: boolean): boolean {
  const isChanged = (['server', 'web'] as const).map((side) => {
    const path = mains[side]
    const file = parseCode(join(root, path), draft.read(path) ?? '')
    if (!file) return false
    const { list, items, entry } = entryIn(file, side, module)
    // Older products name generated code by its path.
    const generated = [`#generated/${module}/index.ts`, `../generated/${module}/index.ts`]
    const sources = isPackaged
      ? [`tablewright/modules/${module}`, `tablewright/modules/${module}/${side}`, ...generated]
      : [...generated, `./modules/${module}/${side}/index.ts`]
    const imports = sources.flatMap((source) => withoutImport(file, source))
    if (list && entry && list.file.path !== file.path) {
      edited.add(path)
      return true
    }
    const edits = [...imports, ...(list && entry ? [withoutItem(file, list.node, items, entry)] : [])]
    if (edits.length > 0) draft.write(path, applyEdits(file.text, edits))
    return edits.length > 0
  })
  return isChanged.includes(true)
}
