import type { Text } from '../../../runtime/protocol/index.ts'
import { defaultColumns, defaultForm } from '../../normalize/default-views.ts'
import { mergeOverlays } from '../../overlay/merge.ts'
import { isObject, member, objectOf, textsOf, type Json, type JsonObject } from '../../source/json.ts'
import { both, type Problem } from '../../source/problem.ts'
import { didYouMean, suggest } from '../../source/suggest.ts'
import { problemOf, type Rule } from '../rule.ts'
import { escaped } from '../view/document.ts'
import type { EntityView, OverlayView, View } from '../view/view.ts'

export const overlayPositions: Rule = {
  code: 'TW2003',
  name: 'An overlay places only the fields that it adds, and next to what is there',
  find: (view) =>
    view.overlays.flatMap((overlay) => {
      const { base } = overlay
      return base
        ? [
            ...checkOwn(overlay, view),
            ...checkColumns(overlay, base),
            ...checkMail(overlay, base),
            ...checkSections(overlay, base),
            ...checkPolicy(overlay, base),
          ]
        : []
    }),
}

/** A name in a list, with its pointer. */
type NamedPosition = readonly [pointer: string, name: string]

/** Names of fields that the overlay places. */
function namesIn({ value }: OverlayView['document']): readonly NamedPosition[] {
  const policy = Object.entries(objectOf(member(value, 'x-policy')))
  return [
    ...listed('/required', member(value, 'required')),
    ...listed('/x-search', member(value, 'x-search')),
    ...listed('/x-views/table/columns', member(viewOf(value, 'table'), 'columns')),
    ...listed('/x-views/mail/columns', member(viewOf(value, 'mail'), 'columns')),
    ...policy.flatMap(([action, rule]) => listed(`/x-policy/${escaped(action)}/fields`, member(rule, 'fields'))),
    ...sectionsOf(value).flatMap((section, index) => {
      const pointer = `/x-views/form/${index}`
      const grid = member(section, 'grid')
      return [
        ...itemsOf(member(section, 'rows')).flatMap((row, index) => listed(`${pointer}/rows/${index}`, row)),
        ...(typeof grid === 'string' ? [[`${pointer}/grid`, grid] as const] : []),
      ]
    }),
  ]
}

const itemsOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : [])

const listed = (pointer: string, value: Json | undefined): readonly NamedPosition[] =>
  itemsOf(value).flatMap((name, index) => (typeof name === 'string' ? [[`${pointer}/${index}`, name] as const] : []))

const viewOf = (value: JsonObject, view: 'table' | 'mail'): Json | undefined => member(member(value, 'x-views'), view)
const sectionsOf = (value: JsonObject): readonly Json[] => itemsOf(member(member(value, 'x-views'), 'form'))

/** A name of no field at all is reported by the rule of fields that exist. */
function checkOwn({ document, target }: OverlayView, { entities }: View): readonly Problem[] {
  const added = objectOf(member(document.value, 'properties'))
  const entity = entities.get(target ?? '')
  return namesIn(document).flatMap(([pointer, name]) => {
    const isOther = entity?.fields.has(name) || entity?.implicit.has(name)
    if (!isOther || member(added, name) !== undefined) return []
    return [
      problemOf('TW2003', document, pointer, 'value', {
        message: both(`“${name}”不是此文件添加的字段。`, `"${name}" is not a field that this file adds.`),
        hint: both(
          `这里可用：${Object.keys(added).join('、')}。`,
          `fields that can be used here: ${Object.keys(added).join(', ')}`,
        ),
      }),
    ]
  })
}

/** The entity as the overlay finds it. */
const before = (base: EntityView, { earlier }: OverlayView): JsonObject => mergeOverlays(base.document, earlier).value

function checkColumns(overlay: OverlayView, base: EntityView): readonly Problem[] {
  const after = member(viewOf(overlay.document.value, 'table'), 'after')
  const value = before(base, overlay)
  const columns = member(viewOf(value, 'table'), 'columns')
  const names = Array.isArray(columns) ? textsOf(columns) : defaultColumns(value)
  return notFound(overlay, '/x-views/table/after', after, names, both('列表', 'the list'))
}

/** A mail without a list of its own has the fields of the list, also those that are added there. */
function checkMail(overlay: OverlayView, base: EntityView): readonly Problem[] {
  const mail = viewOf(overlay.document.value, 'mail')
  if (mail === undefined) return []
  const columns = member(viewOf(before(base, overlay), 'mail'), 'columns')
  if (Array.isArray(columns))
    return notFound(overlay, '/x-views/mail/after', member(mail, 'after'), textsOf(columns), both('邮件', 'the mail'))
  return [
    problemOf('TW2003', overlay.document, '/x-views/mail', 'name', {
      message: both(
        '实体没有为邮件列出字段，邮件包含列表中的字段。',
        'The entity lists no fields of a mail, so a mail has those of the list.',
      ),
      hint: both('请删去它，把字段加入列表。', 'remove it and add the fields to the list'),
    }),
  ]
}

function notFound(
  { document }: OverlayView,
  pointer: string,
  after: Json | undefined,
  names: readonly string[],
  place: Text,
): readonly Problem[] {
  if (typeof after !== 'string' || names.includes(after)) return []
  const hint =
    names.length > 0
      ? both(`其中有：${names.join('、')}。`, `it has: ${names.join(', ')}`)
      : both('请去掉 after。', 'remove after')
  return [
    problemOf('TW2003', document, pointer, 'value', {
      message: both(`${place['zh-cn']}中没有“${after}”。`, `"${after}" is not in ${place.en}.`),
      hint: didYouMean(suggest(after, names)) ?? hint,
    }),
  ]
}

/** Sections that are there keep their heading, and only they have rows that others can follow. */
function checkSections(overlay: OverlayView, base: EntityView): readonly Problem[] {
  const value = before(base, overlay)
  const present = member(member(value, 'x-views'), 'form') === undefined ? defaultForm(value) : sectionsOf(value)
  return sectionsOf(overlay.document.value).flatMap((section, index) => {
    const name = member(section, 'section')
    if (!isObject(section) || typeof name !== 'string') return []
    const pointer = `/x-views/form/${index}`
    const same = present.find((candidate) => member(candidate, 'section') === name)
    const names = itemsOf(member(same, 'rows')).flatMap(textsOf)
    const place = both(`分组“${name}”`, `the section "${name}"`)
    const missing = notFound(overlay, `${pointer}/after`, section['after'], names, place)
    if (same === undefined || section['x-label'] === undefined) return missing
    return [
      ...missing,
      problemOf('TW2003', overlay.document, `${pointer}/x-label`, 'name', {
        message: both(
          `分组“${name}”已存在，标题不能更改。`,
          `The section "${name}" is there already, and its heading stays as it is.`,
        ),
        hint: both('请去掉 x-label，或为新分组另取名称。', 'remove x-label, or choose another name for a new section'),
      }),
    ]
  })
}

/** Without a list of fields an action has all of them, also those that are added. */
function checkPolicy({ document }: OverlayView, { document: { value } }: EntityView): readonly Problem[] {
  return Object.keys(objectOf(member(document.value, 'x-policy'))).flatMap((action) => {
    if (Array.isArray(member(member(member(value, 'x-policy'), action), 'fields'))) return []
    return [
      problemOf('TW2003', document, `/x-policy/${escaped(action)}`, 'name', {
        message: both(
          `实体没有为“${action}”限定字段，所添加的字段已经包括在内。`,
          `The entity does not limit the fields of "${action}", so the added fields are included already.`,
        ),
        hint: both('请删去它。', 'remove it'),
      }),
    ]
  })
}
