import { member } from '../../source/json.ts'
import { both } from '../../source/problem.ts'
import { problemOf, type Rule } from '../rule.ts'
import { usesOf, type Use } from '../view/field-uses.ts'

export const privateFields: Rule = {
  code: 'TW1303',
  name: 'A private field is not shown, searched, sorted by or used as a title',
  find: (view) =>
    [...view.entities.values()].flatMap((entity) =>
      usesOf(entity, view)
        .filter((use) => use.isShown && isPrivate(use))
        .map((use) =>
          problemOf('TW1303', use.document, use.pointer, use.at, {
            message: both(
              `“${use.name}”是私有字段，不能在这里使用。`,
              `"${use.name}" is private and cannot be used here.`,
            ),
            hint: both(
              '请从这里删去它，或去掉 x-private / writeOnly。',
              'remove it here, or remove x-private or writeOnly',
            ),
          }),
        ),
    ),
}

/** The column of soft deletion is private by itself. */
function isPrivate({ name, entity }: Use): boolean {
  const field = entity.fields.get(name)
  if (!field) return entity.meta['softDelete'] === name
  return member(field, 'x-private') === true || member(field, 'writeOnly') === true
}
