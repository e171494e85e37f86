import { languages } from '../../../runtime/protocol/index.ts'
import { member } from '../../source/json.ts'
import { resolveRef } from '../../source/names.ts'
import { both, type Problem } from '../../source/problem.ts'
import { idOf } from '../../source/source-file.ts'
import type { Document } from '../view/document.ts'
import { problemOf, type Rule } from '../rule.ts'
import type { View } from '../view/view.ts'

export const identity: Rule = {
  code: 'TW1201',
  name: 'The path of a document matches its $id, $schema, language and module',
  find: (view) => [
    ...view.documents.flatMap((document) => [
      ...checkId(document),
      ...checkSchema(document),
      ...checkLanguage(document),
    ]),
    ...checkModules(view),
  ],
}

function checkId(document: Document): readonly Problem[] {
  const id = member(document.value, '$id')
  const expected = idOf(document.file)
  if (id === undefined || id === expected) return []
  return [
    problemOf('TW1201', document, '/$id', 'value', {
      message: both(
        `$id 与文件路径不一致：应为“${expected}”。`,
        `$id does not match the path of the file: expected "${expected}".`,
      ),
      hint: both('请改 $id，或移动文件。', 'change $id, or move the file'),
    }),
  ]
}

function checkSchema(document: Document): readonly Problem[] {
  const value = member(document.value, '$schema')
  const expected = `dialect/${document.file.type}.json`
  if (typeof value !== 'string' || resolveRef(document.file.path, value) === expected) return []
  const relative = `${'../'.repeat(document.file.path.split('/').length - 1)}${expected}`
  return [
    problemOf('TW1201', document, '/$schema', 'value', {
      message: both('$schema 没有指向本文档的元模式。', '$schema does not point to the meta-schema of this document.'),
      hint: both(`应为“${relative}”。`, `expected "${relative}"`),
    }),
  ]
}

function checkLanguage(document: Document): readonly Problem[] {
  if (document.file.type !== 'text' || languages.some((language) => language === document.file.name)) return []
  return [
    problemOf('TW1201', document, '', 'value', {
      message: both(`未知语言“${document.file.name}”。`, `Unknown language "${document.file.name}".`),
      hint: both(`支持：${languages.join('、')}。`, `supported: ${languages.join(', ')}`),
    }),
  ]
}

function checkModules({ sources, documents, unreadable }: View): readonly Problem[] {
  const described = new Set(
    documents.filter((document) => document.file.type === 'module').map((document) => document.file.module),
  )
  return sources.modules
    .filter((module) => !described.has(module) && !unreadable.has(`${module}/module.json`))
    .map((module) => ({
      code: 'TW1201',
      file: `${module}/module.json`,
      pointer: '',
      line: 1,
      column: 1,
      length: 1,
      message: both(`模块“${module}”没有 module.json。`, `The module "${module}" has no module.json.`),
      hint: both(
        '至少需要 { "x-label": { "zh-cn": "…", "en": "…" } }。',
        'it needs at least { "x-label": { "zh-cn": "…", "en": "…" } }',
      ),
    }))
}
