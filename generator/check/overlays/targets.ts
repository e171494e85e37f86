import type { Text } from '../../../runtime/protocol/index.ts'
import { member, objectOf } from '../../source/json.ts'
import { both } from '../../source/problem.ts'
import { didYouMean, suggest } from '../../source/suggest.ts'
import { problemOf, type ProblemText, type Rule } from '../rule.ts'
import type { EntityView, OverlayView, View } from '../view/view.ts'

export const overlayTargets: Rule = {
  code: 'TW2001',
  name: 'An overlay extends an entity of another module whose table can have more columns',
  find: (view) =>
    view.overlays.flatMap((overlay) => {
      const facts = problemOfTarget(overlay, view)
      return facts ? [problemOf('TW2001', overlay.document, '/x-extends', 'value', facts)] : []
    }),
}

/** Its tables are written by the core. */
const frameworkModule = 'system'

function problemOfTarget({ document, target, base }: OverlayView, view: View): ProblemText | null {
  if (target === undefined || view.unreadable.has(`${target}.json`)) return null
  if (!base)
    return {
      message: both(`没有实体“${target}”。`, `There is no entity "${target}".`),
      hint: didYouMean(nearest(target, [...view.entities.keys()])),
    }
  const { module } = base.document.file
  if (module === document.file.module)
    return {
      message: both(`“${target}”属于同一个模块。`, `"${target}" belongs to the same module.`),
      hint: both(
        `请把字段写进 schemas/${target}.json，并删除此文件。`,
        `add the fields to schemas/${target}.json and remove this file`,
      ),
    }
  if (module === frameworkModule)
    return {
      message: both(
        `“${target}”随 Tablewright 提供，不能扩展。`,
        `"${target}" comes with Tablewright and cannot be extended.`,
      ),
      hint: ownEntity,
    }
  return problemOfTable(target, base)
}

function problemOfTable(target: string, { document, meta }: EntityView): ProblemText | null {
  if (member(document.value, 'x-ledger') !== undefined)
    return {
      message: both(
        `“${target}”是台账，其记录过账后不再改变，不能扩展。`,
        `"${target}" is a ledger, whose rows never change once they are posted, so it cannot be extended.`,
      ),
      hint: ownEntity,
    }
  if (member(meta, 'adopted') !== undefined)
    return {
      message: both(
        `“${target}”的表由其他应用创建，不能加列。`,
        `The table of "${target}" belongs to another application, so no column can be added to it.`,
      ),
      hint: ownEntity,
    }
  if (objectOf(meta)['storage'] === 'none')
    return {
      message: both(`“${target}”没有表，不能扩展。`, `"${target}" has no table, so it cannot be extended.`),
      hint: ownEntity,
    }
  return null
}

const ownEntity: Text = both('请在本模块中建立一个引用它的实体。', 'add an entity to this module that refers to it')

/** The entity of that name in another module, or the one with the most similar `$id`. */
function nearest(target: string, ids: readonly string[]): string | null {
  const name = target.split('/').at(-1)
  const same = ids.filter((id) => id.endsWith(`/${name}`))
  return suggest(target, ids) ?? (same.length === 1 ? (same[0] ?? null) : null)
}
