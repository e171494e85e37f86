/** Texts of cells that a rule may lock. */
import { defineTexts } from '../core/i18n/texts.ts'

export const { useT } = defineTexts('ruled', {
  'zh-cn': { fixed: '此记录的“{{field}}”不能编辑。' } as const,
  en: { fixed: '“{{field}}” cannot be edited in this record.' },
})
