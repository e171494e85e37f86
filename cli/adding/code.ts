/** What `add` writes of the code of a module: a file for the new part, and the lines that name it. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { camelCase, pascalCase } from '../../generator/source/names.ts'
import { applyEdits, indentAt, type Edit } from '../code/edit.ts'
import { registerModule } from '../code/register-module.ts'
import { argumentOf, memberOf, membersOf, parseCode, readCode, type CodeFile } from '../code/source.ts'

/** Paths of the files that were written, below the project. */
export type Written = readonly string[]

/** A file of the code of a module, and the entries that name it. */
export interface CodePart {
  readonly path: string
  readonly text: string
  readonly edits: readonly IndexEdit[]
}

export const addWidget = (root: string, module: string, name: string): Written | null =>
  addPart(root, widgetPart(module, name))
export const addPage = (root: string, module: string, name: string, label: string): Written | null =>
  addPart(root, pagePart(module, name, label))
export const addHook = (root: string, module: string, entity: string): Written | null =>
  addPart(root, hookPart(module, entity))

/** A widget: an input of its own for fields whose schema names it. */
export function widgetPart(module: string, name: string): CodePart {
  const component = pascalCase(name.replaceAll('-', '_'))
  const path = `runtime/modules/${module}/web/widgets/${component}.tsx`
  const text = `import type { InputProps } from 'tablewright/web'

/** The input of fields with \`"x-widget": "${name}"\`. */
export function ${component}({ id, value, onChange, onBlur, disabled, invalid, describedBy }: InputProps) {
  return (
    <input
      id={id}
      className="bp6-input bp6-fill"
      value={String(value ?? '')}
      onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
      onBlur={onBlur}
      disabled={disabled}
      aria-invalid={invalid}
      aria-describedby={describedBy}
    />
  )
}
`
  const load = `() => import('./widgets/${component}.tsx').then((file) => file.${component})`
  return { path, text, edits: [webEdit(module, 'widgets', `'${name}': ${load}`)] }
}

/** A page without a table: a component, and its entry in the menu. */
export function pagePart(module: string, name: string, label: string): CodePart {
  const component = `${pascalCase(name)}Page`
  const page = `${module}/${camelCase(name)}`
  const path = `runtime/modules/${module}/web/pages/${component}.tsx`
  const text = `import { useLanguage } from 'tablewright/web'

const greeting = { 'zh-cn': '此页面尚无内容。', en: 'This page is empty so far.' }

/** The page \`${page}\`. */
export function ${component}() {
  return (
    <section className="tw-page">
      <p>{greeting[useLanguage()]}</p>
    </section>
  )
}
`
  const load = `() => import('./pages/${component}.tsx').then((file) => file.${component})`
  const edits = [
    webEdit(module, 'pages', `'${page}': ${load}`),
    serverEdit(module, 'pages', `{ name: '${page}', label: ${label}, icon: 'document' }`),
  ]
  return { path, text, edits }
}

/** Hooks of an entity, each an empty function to be filled in. */
export function hookPart(module: string, entity: string): CodePart {
  const variable = `${camelCase(entity)}Hooks`
  const path = `runtime/modules/${module}/server/${entity.replaceAll('_', '-')}-hooks.ts`
  const text = `/** What happens besides when records of ${module}/${entity} are written. */
import type { Hooks } from '#generated/${module}/server.ts'

export const ${variable}: Hooks<'${module}/${entity}'> = {
  /** Runs in the transaction, before the record is added: \`change.given\` was entered, \`change.overrides\` wins. */
  async beforeCreate(_scope, _trx, _change) {},
}
`
  const edit = serverEdit(module, 'hooks', `'${module}/${entity}': ${variable}`, {
    source: `./${entity.replaceAll('_', '-')}-hooks.ts`,
    name: variable,
  })
  return { path, text, edits: [edit] }
}

export interface IndexEdit {
  readonly path: string
  /** The file when there is none yet. */
  readonly start: string
  readonly call: string
  readonly member: string
  readonly entry: string
  readonly imported?: { readonly source: string; readonly name: string }
}

/** An entry of the declaration of the web part of a module. */
export const webEdit = (module: string, member: string, entry: string): IndexEdit => ({
  path: `runtime/modules/${module}/web/index.ts`,
  start: `/** The hand-written web part of ${module}. */
import { defineWebModule } from 'tablewright/web'
import type { ${pascalCase(module)}WebParts } from '#generated/${module}/parts.ts'

export const ${camelCase(module)}Web = defineWebModule<${pascalCase(module)}WebParts>({
  widgets: {},
  cells: {},
})
`,
  call: 'defineWebModule',
  member,
  entry,
})

const serverEdit = (module: string, member: string, entry: string, imported?: IndexEdit['imported']): IndexEdit => ({
  path: `runtime/modules/${module}/server/index.ts`,
  start: `/** The hand-written server part of ${module}. */
import { defineServerModule } from 'tablewright/server'
import type { ${pascalCase(module)}ServerParts } from '#generated/${module}/parts.ts'

export const ${camelCase(module)}Server = defineServerModule<${pascalCase(module)}ServerParts>({
  name: '${module}',
})
`,
  call: 'defineServerModule',
  member,
  entry,
  ...(imported && { imported }),
})

/** Writes the part and names it; null when its file is there already, or an index looks different. */
const addPart = (root: string, { path, text, edits }: CodePart): Written | null =>
  addFiles(root, path.split('/')[2] ?? '', [{ path, text }], edits)

/**
 * Writes files of a module and names them in its indexes; null when one is there already, or an index looks different:
 * then nothing is changed.
 */
export function addFiles(
  root: string,
  module: string,
  files: readonly { readonly path: string; readonly text: string }[],
  edits: readonly IndexEdit[],
): Written | null {
  if (files.some(({ path }) => existsSync(join(root, path)))) return null
  const changed = edits.map((edit) => ({ path: edit.path, text: withEntry(root, edit) }))
  if (changed.some((one) => one.text === null)) return null
  for (const { path, text } of [...files, ...changed]) write(root, path, text ?? '')
  registerModule(root, module)
  return [...files, ...changed].map(({ path }) => path)
}

function write(root: string, path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

/** The text of an index with one more entry; null when it cannot be told where. */
function withEntry(root: string, edit: IndexEdit): string | null {
  const path = join(root, edit.path)
  const file = existsSync(path) ? readCode(path) : parseCode(path, edit.start)
  const change = file && entryEdits(file, edit)
  return file && change && applyEdits(file.text, change)
}

function entryEdits(file: CodeFile, { call, member, entry, imported }: IndexEdit): readonly Edit[] | null {
  const declared = argumentOf(file, call)
  const members = membersOf(declared)
  if (!declared || !members || declared.file.path !== file.path) return null
  const last = file.body.findLast((node) => node.type === 'ImportDeclaration')
  const importing =
    imported && last ? [{ at: last.end, insert: `\nimport { ${imported.name} } from '${imported.source}'` }] : []
  const isList = member === 'pages' && entry.startsWith('{ name')
  const indent = `${indentAt(file.text, declared.node.end - 1)}  `
  if (!members.has(member)) {
    const text = `${member}: ${isList ? `[${entry}]` : `{ ${entry} }`}`
    const isLine = file.text.slice(declared.node.start, declared.node.end).includes('\n')
    const end = declared.node.end - 1
    return [...importing, inserted(file, end, isLine ? `${indent}${text},\n` : ` ${text} `, isLine)]
  }
  const list = memberOf(declared, member)
  const name = /^'([^']+)': /.exec(entry)?.[1]
  if (name !== undefined && membersOf(list)?.has(name)) return null
  if (!list || list.file.path !== file.path || !/^(Object|Array)Expression$/.test(list.node.type)) return null
  return [...importing, inserted(file, list.node.end - 1, isList ? entry : ` ${entry} `, false)]
}

/** A longer line of a member is broken before the new entry. */
const maxLineLength = 110

/** Before the closing bracket, with a comma behind what is there. */
function inserted({ text }: CodeFile, at: number, entry: string, isLine: boolean): Edit {
  const before = text.slice(0, at)
  const blanks = /\s*$/.exec(before)?.[0] ?? ''
  const needsComma = !/[,[{]$/.test(before.slice(0, before.length - blanks.length))
  const comma = needsComma ? ',' : ''
  if (isLine) return { at: at - blanks.length, remove: blanks.length, insert: `${comma}\n${entry}` }
  const item = entry.trim()
  if (blanks.includes('\n')) {
    const own = `${comma}\n${blanks.replace(/^.*\n/s, '')}  ${item},${blanks}`
    return { at: at - blanks.length, remove: blanks.length, insert: own }
  }
  const line = before.slice(before.lastIndexOf('\n') + 1)
  if (/^\s*\w+: /.test(line) && line.length + item.length > maxLineLength) {
    const indent = indentAt(text, at)
    const own = `${comma}\n${indent}  ${item},\n${indent}`
    return { at: at - blanks.length, remove: blanks.length, insert: own }
  }
  const closing = entry.endsWith(' ') ? ' ' : ''
  const own = needsComma ? `, ${item}${closing}` : entry
  return { at: at - blanks.length, remove: blanks.length, insert: own }
}
