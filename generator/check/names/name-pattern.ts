import { member, objectOf } from '../../source/json.ts'
import { both, type Problem } from '../../source/problem.ts'
import { columnKeywords } from '../../normalize/implicit-fields.ts'
import { escaped, type Document } from '../view/document.ts'
import { problemOf, type Rule } from '../rule.ts'

/** Names become columns, types, variables and folders: lower-case ASCII only. */
const pattern = /^[a-z][a-z0-9_]*$/
const textKey = /^[a-z][A-Za-z0-9_]*(\.[a-z][A-Za-z0-9_]*)*$/

/** Longest identifier of PostgreSQL. */
const maxNameLength = 63

export const namePattern: Rule = {
  code: 'TW1202',
  name: 'Names consist of lowercase letters, digits and underscores, within the maximum length',
  find: ({ documents, entities }) => [
    ...documents.flatMap((document) => [...checkFile(document), ...checkMaps(document), ...checkColumns(document)]),
    ...[...entities.values()].flatMap(({ document }) => checkIndexes(document)),
  ],
}

export const isName = (name: string): boolean => pattern.test(name) && name.length <= maxNameLength

function nameProblem(document: Document, pointer: string, at: 'name' | 'value', name: string): Problem {
  return problemOf('TW1202', document, pointer, at, {
    message: both(`“${name}”不是合法的名称。`, `"${name}" is not a valid name.`),
    hint: both(
      `名称以小写字母开头，只含小写字母、数字和下划线，最长 ${maxNameLength} 个字符。`,
      `names start with a lowercase letter, contain only a–z, 0–9 and _, and have at most ${maxNameLength} characters`,
    ),
  })
}

function keyProblem(document: Document, key: string): Problem {
  return problemOf('TW1202', document, `/${escaped(key)}`, 'name', {
    message: both(`“${key}”不是合法的文本键。`, `"${key}" is not a valid text key.`),
    hint: both(
      '键由小写字母开头的单词组成，用点分隔，例如 desk.title。',
      'keys are words that start with a lowercase letter, joined by dots, for example desk.title',
    ),
  })
}

function checkFile(document: Document): readonly Problem[] {
  const { module, name, type } = document.file
  const own = type === 'module' || type === 'text' ? [] : [name]
  return [module, ...own].filter((name) => !isName(name)).map((name) => nameProblem(document, '', 'value', name))
}

function checkMaps(document: Document): readonly Problem[] {
  const { type } = document.file
  if (type === 'text')
    return Object.keys(document.value)
      .filter((key) => key !== '$schema' && !textKey.test(key))
      .map((key) => keyProblem(document, key))
  const fields = objectOf(member(document.value, 'properties'))
  const maps = [
    '/properties',
    '/x-index',
    '/x-options',
    ...Object.keys(fields).flatMap((name) => [
      `/properties/${escaped(name)}/x-options`,
      `/properties/${escaped(name)}/items/x-options`,
    ]),
  ]
  return maps
    .flatMap((pointer) => namesAt(document, pointer))
    .filter(([, name]) => !isName(name))
    .map(([pointer, name]) => nameProblem(document, pointer, 'name', name))
}

/** Members of the object at a pointer, in the order of the text. */
function namesAt(document: Document, pointer: string): readonly (readonly [pointer: string, name: string])[] {
  const members = document.places.get(pointer)?.value.children ?? []
  return members
    .map((member) => String(member.children?.[0]?.value))
    .map((name) => [`${pointer}/${escaped(name)}`, name] as const)
}

function checkColumns(document: Document): readonly Problem[] {
  const meta = objectOf(member(document.value, 'x-entity'))
  return ['table', ...columnKeywords].flatMap((keyword) => {
    const name = member(meta, keyword)
    return typeof name === 'string' && !isName(name)
      ? [nameProblem(document, `/x-entity/${keyword}`, 'value', name)]
      : []
  })
}

/** An index is named after its table in the database. */
function checkIndexes(document: Document): readonly Problem[] {
  const table =
    member(objectOf(member(document.value, 'x-entity')), 'table') ?? `${document.file.module}_${document.file.name}`
  const problems = Object.keys(objectOf(member(document.value, 'x-index')))
    .filter((name) => isName(name) && `${String(table)}_${name}`.length > maxNameLength)
    .map((name) =>
      problemOf('TW1202', document, `/x-index/${escaped(name)}`, 'name', {
        message: both(
          `索引名“${String(table)}_${name}”超过 ${maxNameLength} 个字符。`,
          `The index name "${String(table)}_${name}" is longer than ${maxNameLength} characters.`,
        ),
      }),
    )
  return [
    ...problems,
    ...(String(table).length > maxNameLength &&
    member(objectOf(member(document.value, 'x-entity')), 'table') === undefined
      ? [nameProblem(document, '', 'value', String(table))]
      : []),
  ]
}
