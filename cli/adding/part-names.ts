/** The parts that `add` writes and `remove` takes back, and how they are named. */
import { interpolate } from '../../runtime/i18n/i18n.ts'
import { CommandError } from '../exit-codes.ts'

/** An example of the name of each. */
export const partForms = {
  module: 'shop',
  entity: 'shop/brand',
  field: 'shop/brand/motto',
  page: 'shop/overview',
  widget: 'shop/colour-picker',
  hook: 'shop/brand',
} as const

export type PartName = keyof typeof partForms

/** Empty where the part has a shorter name. */
export type Names = readonly [module: string, name: string, field: string]

const isName = (name: string): boolean => /^[a-z][a-z0-9_-]{0,30}$/.test(name)

/** @throws a CommandError (usage) that shows how the name is written */
export function readNames(command: 'add' | 'remove', part: PartName, name: string): Names {
  const form = partForms[part]
  const names = name.split('/')
  if (names.length === form.split('/').length && names.every(isName))
    return [names[0] ?? '', names[1] ?? '', names.at(-1) ?? '']
  throw new CommandError('usage', {
    message: interpolate({ 'zh-cn': '名称“{{name}}”不合要求。', en: 'The name "{{name}}" cannot be used.' }, { name }),
    hint: interpolate(
      {
        'zh-cn': '格式：tablewright {{command}} {{part}} {{form}}（小写字母、数字和下划线）',
        en: 'Write it like this: tablewright {{command}} {{part}} {{form}} (lowercase letters, digits, underscores)',
      },
      { command, part, form },
    ),
  })
}

/** `--overlay` is for fields, of another module than that of the entity. */
export function refuseWrongOverlay(command: 'add' | 'remove', part: PartName, module: string, overlay: string): void {
  if (part === 'field' && overlay !== module && isName(overlay)) return
  throw new CommandError('usage', {
    message: interpolate(
      { 'zh-cn': '不能使用 --overlay {{overlay}}。', en: '--overlay {{overlay}} cannot be used here.' },
      { overlay },
    ),
    hint: interpolate(
      {
        'zh-cn':
          '它只用于字段，并指明实体所属模块之外的模块：tablewright {{command}} field shop/brand/level --overlay helpdesk',
        en:
          'It is for fields only, and names a module other than that of the entity: ' +
          'tablewright {{command}} field shop/brand/level --overlay helpdesk',
      },
      { command },
    ),
  })
}
