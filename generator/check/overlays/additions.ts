import { member, objectOf, textsOf } from '../../source/json.ts'
import { prefixOf } from '../../overlay/overlays.ts'
import { both, type Problem } from '../../source/problem.ts'
import { problemOf, type Rule } from '../rule.ts'
import { escaped } from '../view/document.ts'
import type { OverlayView, View } from '../view/view.ts'

export const overlayAdditions: Rule = {
  code: 'TW2002',
  name: 'What an overlay adds has a name that begins with that of its module and is not taken',
  find: (view) =>
    view.overlays.flatMap((overlay) => [
      ...maps.flatMap((keyword) => checkNames(overlay, keyword, view)),
      ...checkRequired(overlay),
    ]),
}

const maps = ['properties', 'x-index', 'x-checks'] as const

function checkNames(
  { document, target, base, earlier }: OverlayView,
  keyword: (typeof maps)[number],
  { entities }: View,
): readonly Problem[] {
  const implicit = entities.get(target ?? '')?.implicit
  const prefix = prefixOf(document.file)
  return Object.keys(objectOf(member(document.value, keyword))).flatMap((name) => {
    const problem = (facts: Parameters<typeof problemOf>[4]) => [
      problemOf('TW2002', document, `/${keyword}/${escaped(name)}`, 'name', facts),
    ]
    const isImplicit = keyword === 'properties' && implicit?.has(name)
    if (isImplicit || member(member(base?.document.value, keyword), name) !== undefined)
      return problem({
        message: both(`“${target}”已有“${name}”。`, `"${target}" already has "${name}".`),
        hint: both('叠加文件只能添加，不能更改。', 'an overlay only adds and changes nothing'),
      })
    const other = earlier.find(
      ({ document: earlierDocument }) => member(member(earlierDocument.value, keyword), name) !== undefined,
    )?.document
    if (other)
      return problem({
        message: both(
          `schemas/${other.file.path} 已为“${target}”添加“${name}”。`,
          `schemas/${other.file.path} already adds "${name}" to "${target}".`,
        ),
        hint: both('请换一个名称。', 'choose another name'),
      })
    if (name.startsWith(prefix) && name.length > prefix.length) return []
    return problem({
      message: both(
        `所添加的“${name}”须以模块名“${prefix}”开头。`,
        `"${name}" is added by an overlay, so it has to begin with the name of the module, "${prefix}".`,
      ),
      hint: both(
        `请改名为“${prefix}${name}”：它永远不会与其他模块或以后的版本重名。`,
        `rename it to "${prefix}${name}": no other module and no later version will have that name`,
      ),
    })
  })
}

/** Records that only the code of a module adds: it knows nothing of the field. */
function checkRequired({ document, target, base }: OverlayView): readonly Problem[] {
  const actions = member(base?.document.value, 'x-actions')
  if (!Array.isArray(actions) || actions.includes('add')) return []
  const fields = objectOf(member(document.value, 'properties'))
  return textsOf(member(document.value, 'required')).flatMap((name, index) => {
    const field = fields[name]
    if (field === undefined || member(field, 'default') !== undefined) return []
    return [
      problemOf('TW2002', document, `/required/${index}`, 'value', {
        message: both(
          `“${target}”的记录由其模块的代码添加，必填的“${name}”不会有值。`,
          `Records of "${target}" are added by the code of its module, ` +
            `where the required "${name}" would have no value.`,
        ),
        hint: both('请给它默认值，或不要求必填。', 'add a default, or make the field optional'),
      }),
    ]
  })
}
