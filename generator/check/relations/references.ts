import { member, objectOf, type Json } from '../../source/json.ts'
import { resolveRef } from '../../source/names.ts'
import { both, type Problem } from '../../source/problem.ts'
import type { Document } from '../view/document.ts'
import { locate, problemOf, type Rule } from '../rule.ts'
import { didYouMean, suggest } from '../../source/suggest.ts'
import { fieldPointer, type View } from '../view/view.ts'

export const references: Rule = {
  code: 'TW1304',
  name: 'A $ref is a relative path to an enum document or a shared type below schemas/',
  find: (view) =>
    [...view.entities.values()].flatMap(({ document, fields }) =>
      [...fields].flatMap(([name, field]) => [
        ...checkRef(document, `${fieldPointer(name)}/$ref`, member(field, '$ref'), view),
        ...checkRef(
          document,
          `${fieldPointer(name)}/items/$ref`,
          member(objectOf(member(field, 'items')), '$ref'),
          view,
        ),
      ]),
    ),
}

function checkRef(document: Document, pointer: string, ref: Json | undefined, view: View): readonly Problem[] {
  if (typeof ref !== 'string') return []
  const { file, place } = locate(document, pointer)
  // An overlay writes the reference as it leads from its own file.
  const written = String(place?.value.value ?? ref)
  const path = resolveRef(file.path, written)
  if (path === null) {
    return [
      problemOf('TW1304', document, pointer, 'value', {
        message: both(
          '$ref 只能是 schemas/ 之内的相对路径。',
          '$ref must be a relative path that stays below schemas/.',
        ),
        hint: both(
          '例如“enums/enabled.json”“types/quantity.json”；不支持网址、绝对路径和 #。',
          'for example "enums/enabled.json" or "types/quantity.json"; URLs, absolute paths and # are not supported',
        ),
      }),
    ]
  }
  if (view.enums.has(path) || view.unreadable.has(path)) return []
  const from = written.slice(0, written.lastIndexOf('/') + 1)
  const types = view.documents.filter((document) => document.file.type === 'type').map((document) => document.file.path)
  const near = suggest(path, [...view.enums.keys(), ...types])
  const suggestion = near?.endsWith('.json') ? `${from}${near.slice(near.lastIndexOf('/') + 1)}` : null
  return [
    problemOf('TW1304', document, pointer, 'value', {
      message:
        path.split('/')[1] === 'types'
          ? both(`没有共用类型“${path}”。`, `There is no shared type "${path}".`)
          : both(`没有枚举文档“${path}”。`, `There is no enum document "${path}".`),
      hint: didYouMean(suggestion),
    }),
  ]
}
