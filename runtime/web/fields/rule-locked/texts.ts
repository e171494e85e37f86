/** Texts of cells that a rule may lock. */
import { defineTexts } from '../../i18n/texts.ts'

export const { useT } = defineTexts('ruled', {
  'zh-cn': { fixed: '此记录的“{{field}}”现在不能修改。' } as const,
  en: { fixed: '“{{field}}” of this record cannot be changed now.' },
})
