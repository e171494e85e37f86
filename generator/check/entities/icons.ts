import { iconNames, isIconName } from '../../../runtime/protocol/index.ts'
import { member, objectOf } from '../../source/json.ts'
import { both, type Problem } from '../../source/problem.ts'
import { didYouMean, suggest } from '../../source/suggest.ts'
import { problemOf, type Rule } from '../rule.ts'
import type { Document } from '../view/document.ts'

/** A warning: an icon is an ornament, and everything works with a circle in its place. */
export const icons: Rule = {
  code: 'TW1902',
  name: 'Icons are those that the client draws',
  find: ({ documents }) => documents.flatMap(checkIcons),
}

/** The message about an icon that no client draws, in schemas and in code. */
export const unknownIcon = (icon: string): Pick<Problem, 'message' | 'hint'> => ({
  message: both(`没有名为“${icon}”的图标：将显示为圆圈。`, `No icon is called "${icon}": a circle is shown.`),
  hint:
    didYouMean(suggest(icon, iconNames)) ??
    both(`可用的图标：${iconNames.join('、')}。`, `the icons are ${iconNames.join(', ')}`),
})

function checkIcons(document: Document): readonly Problem[] {
  const actions = objectOf(member(objectOf(document.value['x-machine']), 'actions'))
  const icons: readonly (readonly [pointer: string, icon: unknown])[] = [
    ['/icon', document.value['icon']],
    ['/x-entity/icon', member(objectOf(document.value['x-entity']), 'icon')],
    ...Object.entries(actions).map(
      ([name, action]) => [`/x-machine/actions/${name}/icon`, member(objectOf(action), 'icon')] as const,
    ),
  ]
  return icons.flatMap(([pointer, icon]) =>
    typeof icon !== 'string' || isIconName(icon)
      ? []
      : [problemOf('TW1902', document, pointer, 'value', unknownIcon(icon))],
  )
}
