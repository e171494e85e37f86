import type { TranslationOf } from '../../i18n/texts.ts'
import type { zhCn } from './zh-cn.ts'

export const en: TranslationOf<typeof zhCn> = {
  all: 'All permissions',
  'all-hint': 'Includes permissions added later. Members of this group are super administrators.',
  count: '{{count}} permissions selected',
  count_one: '{{count}} permission selected',
  'none-kept':
    'Select at least one permission; an empty selection is not saved. To remove all permissions, disable the group.',
}
