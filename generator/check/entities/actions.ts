import { member, textsOf } from '../../source/json.ts'
import { both } from '../../source/problem.ts'
import { problemOf, type Rule } from '../rule.ts'

export const actions: Rule = {
  code: 'TW1405',
  name: 'Each action is listed once and only where its column exists',
  find: ({ entities }) =>
    [...entities.values()].flatMap(({ document, meta }) => {
      const actions = textsOf(member(document.value, 'x-actions'))
      return actions.flatMap((action, index) => {
        const why =
          actions.indexOf(action) < index
            ? both(`操作“${action}”出现了两次。`, `The action "${action}" is listed twice.`)
            : action === 'sortable' && member(meta, 'sort') === undefined
              ? both('sortable 需要 x-entity.sort。', 'sortable needs x-entity.sort.')
              : action === 'restore' && member(meta, 'softDelete') === undefined
                ? both('restore 需要 x-entity.softDelete。', 'restore needs x-entity.softDelete.')
                : meta['storage'] === 'none'
                  ? both('不存储的实体（storage: none）没有操作。', 'An entity with storage "none" has no actions.')
                  : null
        return why === null ? [] : [problemOf('TW1405', document, `/x-actions/${index}`, 'value', { message: why })]
      })
    }),
}
