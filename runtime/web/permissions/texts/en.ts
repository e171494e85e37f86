import type { TranslationOf } from '../../i18n/texts.ts'
import type { zhCn } from './zh-cn.ts'

export const en: TranslationOf<typeof zhCn> = {
  all: 'All rights',
  'all-hint': 'Including rights that come later. Members of this group are super administrators.',
  count: '{{count}} rights chosen',
  count_one: 'One right chosen',
  'none-kept': 'Keep at least one right: leaving none changes nothing. To take all rights away, disable the group.',
}
