/** Actions with a right of their own that the framework adds to pages of tables, by page. */
import { texts, type Text } from '../../protocol/index.ts'

const resetFactor: Text = { 'zh-cn': texts['zh-cn']['factor.reset_action'], en: texts.en['factor.reset_action'] }

export const frameworkActions: Readonly<Record<string, Readonly<Record<string, Text>>>> = {
  'auth/admin': { resetFactor },
}
