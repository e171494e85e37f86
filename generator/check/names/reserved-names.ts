import { fullTitleName } from '../../../runtime/protocol/index.ts'
import { columnKeywords } from '../../normalize/implicit-fields.ts'
import { member, objectOf } from '../../source/json.ts'
import { camelCase } from '../../source/names.ts'
import { both, type Problem } from '../../source/problem.ts'
import { escaped, type Document } from '../view/document.ts'
import { problemOf, type Rule } from '../rule.ts'
import { sqlReservedWords, typescriptReservedWords } from './reserved-words.ts'

export const reservedNames: Rule = {
  code: 'TW1203',
  name: 'No name is reserved by SQL, TypeScript or the generator',
  find: ({ documents }) =>
    documents.flatMap((document) => [...checkFile(document), ...checkFields(document), ...checkTables(document)]),
}

/** Folders and files that lie next to the modules or the entities in `generated/`. */
const takenModules = ['database', 'docs', 'openapi', 'dialect', 'index', 'node_modules']
const takenEntities = ['index', 'messages', 'parts', 'enums', 'text', 'module']

function reservedName(document: Document, pointer: string, at: 'name' | 'value', name: string, owner: string): Problem {
  return problemOf('TW1203', document, pointer, at, {
    message: both(`名称“${name}”已被 ${owner} 占用。`, `The name "${name}" is reserved by ${owner}.`),
    hint: both('请换一个名称。', 'choose another name'),
  })
}

function checkFile(document: Document): readonly Problem[] {
  const { module, name, type } = document.file
  const problems: Problem[] = []
  if (type === 'module' && (takenModules.includes(module) || typescriptReservedWords.has(module)))
    problems.push(
      reservedName(document, '', 'value', module, typescriptReservedWords.has(module) ? 'TypeScript' : 'generated/'),
    )
  if (type === 'entity' && takenEntities.includes(name))
    problems.push(reservedName(document, '', 'value', name, 'generated/'))
  if (type === 'entity' && typescriptReservedWords.has(camelCase(name)))
    problems.push(reservedName(document, '', 'value', name, 'TypeScript'))
  return problems
}

function checkFields(document: Document): readonly Problem[] {
  const meta = objectOf(member(document.value, 'x-entity'))
  const named = new Map(
    columnKeywords.flatMap((keyword) =>
      typeof meta[keyword] === 'string' ? [[meta[keyword], `x-entity.${keyword}`]] : [],
    ),
  )
  const owners = new Map([
    ['id', 'Tablewright'],
    ['version', 'Tablewright'],
    // A tree sends the records below another under this name.
    ...(meta['tree'] === undefined ? [] : [['children', 'x-entity.tree'] as const]),
    ...(Array.isArray(meta['title']) ? [[fullTitleName, 'x-entity.title'] as const] : []),
    ...named,
  ])
  const declared = Object.keys(objectOf(member(document.value, 'properties'))).flatMap((name) => {
    const owner = owners.get(name) ?? wordOf(name)
    return owner ? [reservedName(document, `/properties/${escaped(name)}`, 'name', name, owner)] : []
  })
  return [...declared, ...checkImplicit(document)]
}

/** Columns that `x-entity` creates: neither a keyword, nor two of one name. */
function checkImplicit(document: Document): readonly Problem[] {
  const meta = objectOf(member(document.value, 'x-entity'))
  const names = new Set(['id', 'version'])
  return columnKeywords.flatMap((keyword) => {
    const name = meta[keyword]
    if (typeof name !== 'string') return []
    const owner = names.has(name) ? 'x-entity' : wordOf(name)
    names.add(name)
    return owner ? [reservedName(document, `/x-entity/${keyword}`, 'value', name, owner)] : []
  })
}

function wordOf(name: string): string | null {
  if (sqlReservedWords.has(name)) return 'SQL'
  return name === 'constructor' || name === 'prototype' ? 'JavaScript' : null
}

function checkTables(document: Document): readonly Problem[] {
  const table = member(objectOf(member(document.value, 'x-entity')), 'table')
  if (typeof table !== 'string') return []
  // The protocol's own tables `user` and `admin` keep their names; every identifier is quoted in SQL.
  const prefix = /^(sqlite|pg|tablewright)_/.exec(table)?.[1]
  const owner = table !== 'user' && sqlReservedWords.has(table) ? 'SQL' : prefix
  return owner ? [reservedName(document, '/x-entity/table', 'value', table, owner)] : []
}
